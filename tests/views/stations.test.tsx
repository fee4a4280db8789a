import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StationsSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { draw } from '../../src/views/draw';
import { commandLines } from '../../src/views/stations/layoutStations';
import type { Drawing } from '../../src/views/view';
import { columnFrom, runWith } from './charts-sample';
import { stationsWords } from '../../src/views/stations/stationsWords';
import { translate } from '../untranslated';

const ENGLISH = stationsWords(translate);

const spec: StationsSpec = { kind: 'stations', title: 'Queues', table: 'places' };
const PLACES = ['Send buffer', 'Queueing discipline', 'Receive ring', 'Backlog of a CPU'];
const IDS = ['sndbuf', 'qdisc', 'rx_ring', 'backlog'];
const LIMITS = [92, 1000, 256, NaN];
const ALL = [0, 1, 2, 3];

function sample(levels = [46, 250, 256, 0], counts = [3, 0, 1388, 0]): Result {
  const columns = [
    columnFrom('t', 's', 'time', [0, 0.1, 0.2]),
    ...IDS.map((id, i) => columnFrom(id, 'packets', 'queue', [0, levels[i]! / 2, levels[i]!])),
    ...IDS.map((id, i) => columnFrom(`${id}_count`, '', 'loss', [0, 0, counts[i]!])),
  ];
  const places = [
    columnFrom('place', '', 'queue', ALL, PLACES),
    columnFrom('level', '', 'queue', ALL, IDS),
    columnFrom(
      'count',
      '',
      'queue',
      ALL,
      IDS.map((id) => `${id}_count`),
    ),
    columnFrom('limit', 'packets', 'queue', LIMITS),
    columnFrom('drops', '', 'loss', [0, 1, 1, 1]),
    columnFrom('bound', '', 'queue', ALL, ['SO_SNDBUF', 'tc qdisc … limit', 'ethtool -G eth0 rx', 'a.b.c']),
    columnFrom('counter', '', 'queue', ALL, ['ss -ti', 'tc -s qdisc: dropped', 'ip -s link: missed', 'softnet_stat']),
    columnFrom('chapter', '', 'queue', ALL, ['a/one', 'a/two', 'b/three', 'b/three']),
    columnFrom('side', '', 'queue', [0, 0, 1, 1], ['way out', 'way in']),
  ];
  return runWith(columns, { places });
}

const drawn = (run: Result, width = 640): Drawing =>
  draw({ spec, run, overlays: [], growing: false, events: true, width, title: 'Way', translate });
const markup = (drawing: Drawing): string => renderToStaticMarkup(drawing.picture).replaceAll('><', '>\n<');

describe('stations', () => {
  it('wide', () => expect(markup(drawn(sample()))).toMatchSnapshot());
  it('narrow', () => expect(markup(drawn(sample(), 360))).toMatchSnapshot());

  it('says how full each queue is in the end, and what it has counted', () => {
    const svg = markup(drawn(sample()));
    for (const text of [
      '46 of 92 packets',
      '256 of 256 packets',
      '1388 dropped',
      'held up others 3×',
      'not on the path',
    ])
      expect(svg).toContain(text);
  });

  it('and at the cursor', () => {
    const { time } = drawn(sample());
    const moment = time!.at(0.09);
    expect(moment.t).toBe(0.1);
    expect(moment.said).toBe(
      '100\u00a0ms: Send buffer 23 of 92 packets; Queueing discipline 125 of 1000 packets; ' +
        'Receive ring 128 of 256 packets',
    );
    expect(renderToStaticMarkup(moment.cursor)).toContain('128 of 256 packets');
  });

  it('a full queue fills its tray, and no queue more than that', () => {
    const fills = (run: Result): number[] =>
      [...markup(drawn(run)).matchAll(/class="solid"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
    const [half, quarter, full, none] = fills(sample());
    expect(quarter).toBeCloseTo(full! / 4, 0);
    expect(half).toBeCloseTo(full! / 2, 0);
    expect(none).toBe(0);
    expect(fills(sample([4000, 4000, 4000, 4000]))[0]).toBe(full);
  });

  it('a loss has a sign of its own, not only a colour', () => {
    expect(markup(drawn(sample())).match(/✕/g)).toHaveLength(1);
    expect(markup(drawn(sample([1, 1, 1, 0], [9, 0, 0, 0])))).not.toContain('✕');
  });

  it('each box leads to its chapter, and the cursor is moved below them', () => {
    for (const width of [360, 640, 900]) {
      const { links, time, height } = drawn(sample(), width);
      expect(links!.map(({ doc }) => doc)).toEqual(['a/one', 'a/two', 'b/three', 'b/three']);
      for (const { plot } of links!) {
        expect(plot.bottom).toBeLessThan(time!.plot.top);
        expect(plot.right).toBeLessThanOrEqual(width);
      }
      expect(time!.plot.bottom).toBeLessThan(height);
    }
  });

  it('has the same height for every run, and none of them gives NaN', () => {
    const empty = { ...sample(), tables: {} };
    for (const width of [320, 360, 560, 900]) {
      const runs = [sample(), sample([0, 0, 0, 0], [0, 0, 0, 0]), empty];
      expect(new Set(runs.map((run) => drawn(run, width).height)).size).toBe(1);
      for (const run of runs) expect(markup(drawn(run, width))).not.toContain('NaN');
    }
    expect(markup(drawn(empty))).toContain(ENGLISH.nothing);
  });

  it('parts a command where it reads well, and cuts what has no room', () => {
    expect(commandLines('net.core.netdev_max_backlog', 160, 2)).toEqual(['net.core.netdev_max_', 'backlog']);
    expect(commandLines('tc -s qdisc: dropped', 360, 1)).toEqual(['tc -s qdisc: dropped']);
    const [only, ...others] = commandLines('a very long command that has no end at all', 147, 1);
    expect(others).toEqual([]);
    expect(only).toMatch(/…$/);
    expect(only!.length).toBeLessThanOrEqual(20);
  });
});
