/** Where shared links lead, and what they say. */
import { describe, expect, it } from 'vitest';
import { readWanted } from '../../src/figure/embed/wanted';
import { ownAddress } from '../../src/figure/share/address';
import { embedAddress, snippet } from '../../src/figure/share/snippet';
import { settingOf } from '../../src/figure/parameters';
import { firstLook, readLink } from '../../src/figure/urlState';
import { experiment } from './parameters';

const base = settingOf(experiment, undefined);
const look = { ...firstLook(experiment), t: 1.5 };
const setting = { params: { ...base, rate: 3, gso: false }, seed: 4, look };

describe('a link', () => {
  it('to the figure’s own page counts from its first preset, whatever the chapter started from', () => {
    const second = {
      ...experiment,
      presets: [{ id: 'first', name: '', values: { rounds: 9 }, note: '', recording: '' }],
    };
    const address = ownAddress('https://example.org/figures/sample/', second, setting);
    const read = readLink(new URL(address).search, 'sample', second, settingOf(second, second.presets[0]));
    expect(read).toEqual({ ...setting, bad: [] });
  });
});

describe('an embedded figure', () => {
  const wish = { access: { rate: 'locked', rounds: 'locked', gso: 'hidden', size: 'open' }, theme: 'dark' } as const;

  it.each(['https://example.org/embed/sample/', 'https://example.org/embed/sample/?sample.rate=3'])(
    'is asked for as it then reads it (%s)',
    (start) => {
      const { search } = new URL(embedAddress(start, wish));
      expect(readWanted(search, experiment)).toEqual({ locked: ['rate', 'rounds'], hidden: ['gso'], unknown: [] });
      expect(new URLSearchParams(search).get('theme')).toBe('dark');
      expect(readLink(search, 'sample', experiment, base).bad).toEqual([]);
    },
  );

  it('with everything open is the bare address', () => {
    const start = 'https://example.org/embed/sample/';
    expect(embedAddress(start, { access: { rate: 'open' }, theme: undefined })).toBe(start);
  });

  it('names what it does not know', () => {
    const { locked, hidden, unknown } = readWanted('?lock=rate,speed&hide=&theme=blue', experiment);
    expect({ locked, hidden }).toEqual({ locked: ['rate'], hidden: [] });
    const names = ['size', 'rate', 'rounds', 'algorithm', 'gso'];
    expect(unknown).toEqual([
      { key: 'lock', given: 'speed', allowed: names },
      { key: 'theme', given: 'blue', allowed: ['light', 'dark'] },
    ]);
  });

  it('is pasted as attributes that cannot be broken out of', () => {
    const text = snippet('https://example.org/?a=1&b="2"', 'https://example.org/embed.js', 'Is 1 < "2"?');
    expect(text).toContain('src="https://example.org/?a=1&amp;b=&quot;2&quot;"');
    expect(text).toContain('title="Is 1 &lt; &quot;2&quot;?"');
  });
});
