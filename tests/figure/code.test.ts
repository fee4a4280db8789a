/** A reader's code in the address, and whose code may run at once. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { setApart } from '../../src/figure/code/approval';
import type { CodeParameter, Experiment } from '../../src/model/contract';
import { packText, unpackText } from '../../src/text/packed';

const PYTHON =
  'class Mine(CongestionControl):\n    """Größer, 更大."""\n    def on_ack(self, ack):\n        self.cwnd += 1\n';

describe('code in an address', () => {
  it('is deflated, in letters that an address may hold: zlib reads it', () => {
    const packed = packText(PYTHON);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(inflateRawSync(Buffer.from(packed, 'base64url')).toString()).toBe(PYTHON);
  });

  it('comes back as it was', () => {
    for (const text of ['', 'x', '\ufeffx', PYTHON, 'x = 1\r\n'.repeat(2000)])
      expect(unpackText(packText(text), 20_000)).toBe(text);
    expect(unpackText(deflateRawSync(Buffer.from(PYTHON)).toString('base64url'), 20_000)).toBe(PYTHON);
  });

  it.each(['%%%', 'certainly-not', packText(PYTHON).slice(0, 20)])('%s is none', (packed) => {
    expect(unpackText(packed, 20_000)).toBeUndefined();
  });

  it('does not unfold into more than may be', () => {
    const bomb = deflateRawSync(Buffer.alloc(5_000_000, 'x')).toString('base64url');
    expect(bomb.length).toBeLessThan(10_000);
    expect((unpackText(bomb, 10_000) ?? 'x'.repeat(10_001)).length).toBeGreaterThan(10_000);
    expect((unpackText(bomb, 10_000) ?? '').length).toBeLessThan(40_000);
  });
});

describe('code that came with a link', () => {
  const code: CodeParameter = {
    kind: 'code',
    name: 'code',
    label: 'Code',
    knob: '',
    help: '',
    quantity: null,
    matters_when: {},
    most: 20_000,
    default: 'reno',
  };
  const experiment = {
    parameters: [code],
    presets: [{ id: 'cubic', name: 'CUBIC', note: '', values: { code: 'cubic' } }],
  } as unknown as Experiment;
  const base = { code: 'reno', rtt: 40 };

  it('waits for the reader, and the book’s own stands in', () => {
    expect(setApart(experiment, { code: 'evil', rtt: 80 }, base)).toEqual({
      trusted: { code: 'reno', rtt: 80 },
      unapproved: { code: 'evil' },
    });
  });

  it.each(['reno', 'cubic'])('but not if it is the book’s: %s', (own) => {
    expect(setApart(experiment, { code: own, rtt: 80 }, base)).toEqual({
      trusted: { code: own, rtt: 80 },
      unapproved: {},
    });
  });
});
