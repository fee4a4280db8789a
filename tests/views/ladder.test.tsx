import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/model/types';
import { ladder as view } from '../../src/views/ladder/Ladder';
import { type Arrow, placeLabels, shorten } from '../../src/views/ladder/labels';
import { layoutLadder } from '../../src/views/ladder/layoutLadder';
import { textWidth } from '../../src/views/text';
import { ladder, requestRun, runWith, tableFrom } from './exchange';
import { ladderWords } from '../../src/views/ladder/ladderWords';
import { translate } from '../untranslated';

const ENGLISH = ladderWords(translate);

const input = (run: Result, width = 640) => ({
  spec: ladder,
  run,
  overlays: [],
  growing: false,
  events: false,
  width,
  title: 'A request',
  words: ENGLISH,
});
const layout = (run: Result, width?: number) => layoutLadder(input(run, width));
const draw = (run: Result, width?: number) => view.draw(input(run, width));
const markup = (run: Result, width?: number): string =>
  renderToStaticMarkup(draw(run, width).picture).replaceAll('><', '>\n<');

const NAMES = ['sent', 'arrived', 'side', 'label', 'detail', 'fate'];
/** A burst of `count` segments every 20 ms, each on its way for 10 ms. */
const bulkRun = (bursts: number, count: number): Result =>
  runWith(
    {
      segments: tableFrom(
        NAMES,
        Array.from({ length: bursts * count }, (_, i) => {
          const sent = 0.02 * Math.floor(i / count) + 0.0001 * (i % count);
          return [sent, sent + 0.01, 'client', `data ${i}`, '', 'delivered'];
        }),
      ),
    },
    bursts,
  );
/** SYNs without an answer: Linux's defaults, tcp_syn_retries = 5, sent after 1, 3, 7, 15 and 31 s. */
const synRun = (): Result =>
  runWith(
    {
      segments: tableFrom(
        NAMES,
        [0, 1, 3, 7, 15, 31].map((t) => [t, NaN, 'client', 'SYN', '', 'lost']),
      ),
    },
    63,
  );
const emptyRun = (): Result => runWith({ segments: tableFrom(NAMES, []) }, 1);

const slope = ({ x1, x2, y1, y2 }: Arrow): number => (y2 - y1) / Math.abs(x2 - x1);

describe('the ladder', () => {
  it('wide', () => expect(markup(requestRun())).toMatchSnapshot());
  it('narrow', () => expect(markup(requestRun(), 360)).toMatchSnapshot());

  it('the same delay is the same slope, in both directions, lost or not', () => {
    const slopes = layout(requestRun()).arrows.map(slope);
    for (const one of slopes) expect(one).toBeCloseTo(slopes[0]!, 6);
  });

  it('time only goes down, and long silence is shorter than it is but still the longer, the longer it is', () => {
    const { scale } = layout(synRun());
    const places = scale!.y.range();
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const lengths = scale!.breaks.map(({ from, to }) => scale!.y(to) - scale!.y(from));
    expect(lengths).toHaveLength(5);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(lengths[4]! / lengths[0]!).toBeLessThan(16);
    expect(markup(synRun())).toMatch(/nothing for 15\.\d\u00a0s/);
  });

  it('what is lost ends in a cross before the other side', () => {
    const { arrows, hosts } = layout(requestRun());
    const lost = arrows.filter(({ segment }) => segment.lost);
    expect(lost.map(({ segment }) => segment.label)).toEqual(['data 1449:2897']);
    expect(lost[0]!.x2).toBeGreaterThan(hosts[0].x + 20);
    expect(lost[0]!.x2).toBeLessThan(hosts[1].x - 20);
  });

  it('waiting is bracketed and measured', () => {
    for (const width of [360, 640]) {
      expect(markup(requestRun(), width)).toContain('delayed ACK 40\u00a0ms');
      expect(markup(requestRun(), width)).toContain('RTO 240\u00a0ms');
    }
  });

  it('everything is in the picture: each segment has words, or is counted by those of its neighbour', () => {
    const { arrows, labels } = layout(requestRun());
    expect(labels.flatMap(({ segments }) => segments)).toHaveLength(arrows.length);
    expect(arrows).toHaveLength(13);
  });

  it('of more than fit, the first; and how many come later', () => {
    const { arrows, later, scale, bottom } = layout(bulkRun(100, 10));
    expect(arrows.length + later.count).toBe(1000);
    expect(arrows.length).toBeGreaterThanOrEqual(20);
    expect(scale!.y(scale!.end)).toBeLessThanOrEqual(bottom + 1);
    expect(markup(bulkRun(100, 10))).toContain(`and ${later.count} more until 1.98\u00a0s`);
    expect(layout(requestRun()).later.count).toBe(0);
  });

  it('labels of one direction stand clear of each other', () => {
    const { labels } = layout(bulkRun(100, 3));
    expect(labels.length).toBeGreaterThan(3);
    for (const [i, a] of labels.entries())
      for (const b of labels.slice(i + 1)) {
        const apart = Math.abs(a.x - b.x) > Math.min(textWidth(a.text), textWidth(b.text));
        // Parallel words: what counts is how far the lines they stand on are from each other.
        const fall = Math.tan((a.turn * Math.PI) / 180) * (b.x - a.x);
        expect(apart || Math.abs(b.y - a.y - fall) > 10).toBe(true);
      }
  });

  it('has the same height for every run, and none of them gives NaN', () => {
    for (const width of [320, 360, 560, 900]) {
      const runs = [requestRun(), bulkRun(100, 10), synRun(), emptyRun(), { ...requestRun(), tables: {} }];
      expect(new Set(runs.map((run) => draw(run, width).height)).size).toBe(1);
      for (const run of runs) expect(markup(run, width)).not.toContain('NaN');
    }
  });

  it('says that there is nothing, and has no cursor then', () => {
    expect(markup(emptyRun())).toContain(ENGLISH.nothing);
    expect(draw(emptyRun()).time).toBeUndefined();
  });
});

describe('the cursor of a ladder', () => {
  const time = draw(requestRun()).time!;

  it('runs downwards, and every place is a time', () => {
    expect(time.along).toBe('y');
    for (const t of [0, 0.06, 0.1, 0.3, 0.49]) expect(time.scale.invert(time.scale(t))).toBeCloseTo(t, 9);
  });

  it('says what is on its way and in which state the hosts are', () => {
    expect(time.at(0.01).said).toBe(
      '10\u00a0ms: client: SYN-SENT; server: LISTEN; SYN (MSS 1460, SACK, timestamps, window scale 7)',
    );
    expect(time.at(0.1).said).toBe('100\u00a0ms: client: ESTABLISHED, delayed ACK; server: ESTABLISHED');
    expect(time.at(0.065).said).toContain('data 1449:2897 (ACK 101): lost');
  });

  it('shows a segment halfway at half its time', () => {
    const html = renderToStaticMarkup(time.at(0.01).cursor);
    const [{ x1, x2 }] = layout(requestRun()).arrows as [Arrow];
    const cx = Number(html.match(/cx="([\d.]+)"/)![1]);
    expect(Math.abs(cx - (x1 + x2) / 2)).toBeLessThan(0.1);
  });
});

describe('labels', () => {
  it('are cut between words', () => {
    expect(shorten('SYN MSS 1460 SACK', 1000)).toBe('SYN MSS 1460 SACK');
    expect(shorten('SYN MSS 1460 SACK', 60)).toMatch(/^SYN( MSS)? …$/);
    expect(shorten('unbreakable', 20)).toBe('');
  });

  it('a lost segment in a burst is named', () => {
    const { arrows } = layout(requestRun());
    expect(placeLabels(arrows, ENGLISH).filter(({ text }) => text === 'data 1449:2897')).toHaveLength(2);
  });
});
