import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { TimeSequenceSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { lanes } from '../../src/views/lanes/Lanes';
import { sequence } from '../../src/views/sequence/Sequence';
import { readSequence, standingAt } from '../../src/views/sequence/readSequence';
import { pathOfStrokes } from '../../src/views/sequence/strokes';
import { runWith, tableFrom } from './exchange';
import { sampleLanes } from './sample';
import { sequenceWords } from '../../src/views/sequence/sequenceWords';
import { translate } from '../untranslated';

const ENGLISH = sequenceWords(translate);

const spec: TimeSequenceSpec = { kind: 'sequence', title: 'Sequence numbers', packets: 'packets', acks: 'acks' };
const MSS = 1000;
const RTT = 0.1;

const packets = (rows: (number | string)[][]) => tableFrom(['sent', 'seq', 'length', 'again', 'fate'], rows);
const acks = (rows: number[][]) => tableFrom(['arrived', 'ack', 'window', 'sack_start', 'sack_end'], rows);

/** Four segments, the second is dropped; SACKs of the others, the retransmission, its ACK. Window 8000. */
const lossRun = (): Result =>
  runWith(
    {
      packets: packets([
        [0, 0, MSS, 0, 'delivered'],
        [0.01, MSS, MSS, 0, 'dropped'],
        [0.02, 2 * MSS, MSS, 0, 'delivered'],
        [0.03, 3 * MSS, MSS, 0, 'delivered'],
        [0.14, MSS, MSS, 1, 'delivered'],
      ]),
      acks: acks([
        [RTT, MSS, 8000, NaN, NaN],
        [0.12, MSS, 8000, 2 * MSS, 3 * MSS],
        [0.13, MSS, 8000, 2 * MSS, 4 * MSS],
        [0.24, 4 * MSS, 8000, NaN, NaN],
      ]),
    },
    0.3,
  );

/** A line of constant rate: `count` segments, one every `gap`, each acknowledged after an RTT. */
const steadyRun = (count: number, gap: number, window = 200 * MSS): Result => {
  const each = Array.from({ length: count }, (_, i) => i);
  return runWith(
    {
      packets: packets(each.map((i) => [i * gap, i * MSS, MSS, 0, 'delivered'])),
      acks: acks(each.map((i) => [i * gap + RTT, (i + 1) * MSS, window, NaN, NaN])),
    },
    count * gap + RTT,
  );
};

const emptyRun = (): Result => runWith({ packets: packets([]), acks: acks([]) }, 1);

const input = (run: Result, width = 640) => ({
  spec,
  run,
  overlays: [],
  growing: false,
  events: true,
  width,
  title: 'A loss',
  words: ENGLISH,
});
const draw = (run: Result, width?: number) => sequence.draw(input(run, width));
const markup = (run: Result, width?: number): string =>
  renderToStaticMarkup(draw(run, width).picture).replaceAll('><', '>\n<');

describe('the time–sequence graph', () => {
  it('wide', () => expect(markup(lossRun())).toMatchSnapshot());
  it('narrow', () => expect(markup(lossRun(), 360)).toMatchSnapshot());

  it('has the lanes’ time axis, so that one cursor means the same in both', () => {
    const run = lossRun();
    const beside = lanes.draw({
      ...input(run),
      spec: { kind: 'lanes', title: '', lanes: sampleLanes },
      words: lanes.words(translate),
    });
    expect(draw(run).time!.scale.domain()).toEqual(beside.time!.scale.domain());
  });

  it('has the same height for every run, and none of them gives NaN', () => {
    for (const width of [320, 360, 560, 900]) {
      const runs = [lossRun(), steadyRun(3000, 0.001), emptyRun(), { ...lossRun(), tables: {} }];
      expect(new Set(runs.map((run) => draw(run, width).height)).size).toBe(1);
      for (const run of runs) expect(markup(run, width)).not.toContain('NaN');
    }
  });

  it('says that there is nothing', () => {
    expect(markup(emptyRun())).toContain(ENGLISH.nothing);
    expect(markup({ ...lossRun(), tables: {} })).toContain(ENGLISH.nothing);
    expect(markup(lossRun())).not.toContain(ENGLISH.nothing);
  });

  it('is not flattened by a huge window, and says where that is', () => {
    const top = (window: number): number => {
      const [data] = markup(steadyRun(100, 0.01, window)).match(/data-kind="data"/g) ?? [];
      expect(data).toBeDefined();
      const ys = markup(steadyRun(100, 0.01, window))
        .match(/ d="M[^"]*" data-kind="data"/)![0]
        .match(/(?<=[,V])\d+/g)!;
      return Math.min(...ys.map(Number));
    };
    expect(markup(steadyRun(100, 0.01, 1e9))).toContain(ENGLISH.windowBeyond);
    expect(markup(steadyRun(100, 0.01, 10 * MSS))).not.toContain(ENGLISH.windowBeyond);
    expect(top(1e9)).toBeLessThan(top(10 * MSS) + 20);
  });

  it('draws 20,000 packets as a handful of paths that do not grow with them', () => {
    const many = markup(steadyRun(20_000, 0.0005));
    const few = markup(steadyRun(2_000, 0.005));
    expect(many.match(/<path/g)!.length).toBe(few.match(/<path/g)!.length);
    expect(many.length).toBeLessThan(2 * few.length);
  });
});

describe('strokes', () => {
  const reached = (path: string): Set<string> => {
    const pixels = new Set<string>();
    for (const [, x, from, to] of path.matchAll(/M(-?\d+),(-?\d+)V(-?\d+)/g))
      for (let y = Number(from); y <= Number(to); y++) pixels.add(`${x} ${y}`);
    return pixels;
  };

  it('all ends of all strokes are on the paper, however they were merged', () => {
    const strokes = Array.from({ length: 500 }, (_, i) => ({
      x: (i * 7919) % 97,
      top: (i * 104_729) % 211,
      bottom: ((i * 104_729) % 211) + (i % 9),
    }));
    const pixels = reached(pathOfStrokes(strokes));
    for (const { x, top, bottom } of strokes) {
      expect(pixels).toContain(`${x} ${top}`);
      expect(pixels).toContain(`${x} ${bottom}`);
    }
  });

  it('those that touch become one, those that do not stay two', () => {
    expect(
      pathOfStrokes([
        { x: 1, top: 0, bottom: 5 },
        { x: 1, top: 5, bottom: 9 },
      ]),
    ).toBe('M1,0V9');
    expect(
      pathOfStrokes([
        { x: 1, top: 0, bottom: 5 },
        { x: 1, top: 7, bottom: 9 },
      ]),
    ).toBe('M1,0V5M1,7V9');
  });
});

describe('where the sender stands', () => {
  const { packets: p, acks: a } = lossRun().tables!;
  const sequence = readSequence(p, a);

  it('in flight is SND.NXT − SND.UNA (RFC 9293 §3.3.1): the hole keeps all behind it', () => {
    expect(standingAt(sequence, 0.05)).toMatchObject({ sent: 4 * MSS, acked: 0, inFlight: 4 * MSS });
    expect(standingAt(sequence, 0.2)).toMatchObject({ sent: 4 * MSS, acked: MSS, inFlight: 3 * MSS });
    expect(standingAt(sequence, 0.25)).toMatchObject({ sent: 4 * MSS, acked: 4 * MSS, inFlight: 0 });
  });

  it('a steady line keeps rate × RTT in flight, and the way across is the RTT (Little)', () => {
    const steady = steadyRun(1000, 0.001).tables!;
    const at = standingAt(readSequence(steady.packets, steady.acks), 0.5005);
    expect(at.inFlight).toBe((RTT / 0.001) * MSS);
    expect(at.heardAt - at.sentAt).toBeCloseTo(RTT, 9);
    expect(at.once).toBe(true);
  });

  it('no round trip is read off a segment that was sent twice (Karn, RFC 6298 §3)', () => {
    const again = readSequence(
      packets([
        [0, 0, MSS, 0, 'lost'],
        [1, 0, MSS, 1, 'delivered'],
      ]),
      acks([[1 + RTT, MSS, 8000, NaN, NaN]]),
    );
    expect(standingAt(again, 2).once).toBe(false);
  });

  it('the end of a table that holds only the first packets is known', () => {
    const { packets: all, acks: late } = steadyRun(1000, 0.001).tables!;
    const first = all!.map((column) => ({ ...column, values: column.values.slice(0, 300) }));
    expect(readSequence(first, late).cut).toBeCloseTo(0.299, 9);
    expect(readSequence(all, late).cut).toBeUndefined();
  });

  it('the cursor says it', () => {
    expect(draw(lossRun()).time!.at(0.2).said).toBe(
      '200\u00a0ms: sent 4\u00a0kB, in flight 3\u00a0kB, acknowledged 1\u00a0kB',
    );
    expect(draw(lossRun()).time!.at(0.01).said).toMatch(/dropped: 1000 … 2000$/);
    expect(draw(lossRun()).time!.at(0.14).said).toMatch(/sent again: 1000 … 2000$/);
  });
});
