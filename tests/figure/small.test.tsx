/** A small figure as it is built: what it shows, what can be moved, and where it leads. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { CompleteResult, Experiment } from '../../src/model/contract';
import { unpack } from '../../src/model/stored';
import { createClock } from '../../src/figure/clock';
import { laneOf } from '../../src/figure/companion/CompanionLane';
import { settingOf } from '../../src/figure/parameters';
import { SmallView } from '../../src/figure/small/SmallView';
import type { Chosen } from '../../src/figure/small/types';
import { initial } from '../../src/figure/state';
import { cpython } from '../command-line';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));
vi.mock('@docusaurus/Link', () => ({
  default: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
const experiment = experiments.find(({ id }) => id === 'send-buffer')!;
const printed = JSON.parse(cpython('run', 'send-buffer', '--gso', 'off', '--rtt', '10', '--json')) as CompleteResult;
const base = settingOf(experiment, experiment.presets[0]);
const nothing = () => undefined;

function html(chosen: Chosen): string {
  const state = initial({ ...base, rtt: 10 }, unpack(printed));
  const moves = { change: nothing, wake: nothing, complete: nothing };
  return renderToStaticMarkup(
    <SmallView {...{ experiment, state, base, clock: createClock(), ...moves, ...chosen }} />,
  );
}

/** Its text without tags, and with plain spaces. */
const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/ +/g, ' ');

describe('a small figure', () => {
  it('says one number and one sentence of the run', () => {
    const markup = html({ lane: 'buffer', knobs: 'sndbuf' });
    expect(textOf(markup)).toContain(`Transfer time ${Number(printed.summary.transfer_time!.value!.toFixed(1))} s`);
    expect(textOf(markup)).toContain(printed.sentence);
    expect(markup.match(/aria-live="polite"/g)).toHaveLength(1);
  });

  it('says the number that its author wants', () => {
    expect(textOf(html({ lane: 'buffer', knobs: 'sndbuf', number: 'packets_sent' }))).toContain('Segments sent 15');
  });

  it('has the named controls and no others', () => {
    const markup = html({ lane: 'buffer', knobs: 'sndbuf,gso' });
    expect(markup.match(/<(input|select|button)/g)).toHaveLength(2);
    expect(markup.match(/data-parameter="[^"]*"/g)).toEqual(['data-parameter="sndbuf"', 'data-parameter="gso"']);
  });

  it('draws one lane, and nothing of the others', () => {
    const markup = html({ lane: 'throughput', knobs: 'rtt' });
    expect(markup).toContain('data-series="throughput"');
    expect(markup).not.toContain('data-series="acked"');
  });

  it('leads to the laboratory as it stands', () => {
    expect(html({ lane: 'buffer', knobs: 'rtt' })).toContain('href="/figures/send-buffer/?send-buffer.rtt=10"');
    const ladder = html({ view: 'pipe', knobs: 'rtt' });
    expect(ladder).toContain('href="/figures/send-buffer/?send-buffer.rtt=10"');
  });
});

it('the companion shows the lane of the quantity that is meant, or the first', () => {
  expect(laneOf(experiment, 'unacked')?.id).toBe('buffer');
  expect(laneOf(experiment, 'throughput')?.id).toBe('throughput');
  expect(laneOf(experiment, 'rto')?.id).toBe('sequence');
});
