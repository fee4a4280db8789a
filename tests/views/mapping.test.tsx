import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { MappingSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { draw, showsOthers } from '../../src/views/draw';
import { layoutMapping } from '../../src/views/mapping/layoutMapping';
import { columnFrom, runWith } from './charts-sample';
import { commonWords } from '../../src/views/words';
import { translate } from '../untranslated';

const ENGLISH = commonWords(translate);

const spec: MappingSpec = { kind: 'mapping', title: 'Who serves whom', nodes: 'nodes', ways: 'ways' };
const STAGES = ['flows', 'queues', 'CPUs'];

interface Node {
  stage: number;
  name: string;
  load: number;
  room?: number;
}

type Way = [stage: number, source: number, target: number, load: number, handedOn?: number];

function sample(nodes: readonly Node[], ways: readonly Way[]): Result {
  const pick = (index: number): number[] => ways.map((way) => way[index] ?? 0);
  return runWith([columnFrom('number', '', 'time', [0])], {
    nodes: [
      columnFrom(
        'stage',
        '',
        'time',
        nodes.map(({ stage }) => stage),
        STAGES,
      ),
      columnFrom(
        'name',
        '',
        'time',
        nodes.map((_, i) => i),
        nodes.map(({ name }) => name),
      ),
      columnFrom(
        'load',
        '%',
        'inflight',
        nodes.map(({ load }) => load),
      ),
      columnFrom(
        'room',
        '%',
        'cwnd',
        nodes.map(({ room }) => room ?? NaN),
      ),
    ],
    ways: ['stage', 'source', 'target', 'load', 'handed_on'].map((name, i) => columnFrom(name, '', 'time', pick(i))),
  });
}

const NODES: Node[] = [
  { stage: 0, name: '198.51.100.1:40000', load: 120 },
  { stage: 0, name: '198.51.100.2:40002', load: 20 },
  { stage: 0, name: '198.51.100.3:40004', load: 0 },
  { stage: 1, name: 'rx-0', load: 140 },
  { stage: 1, name: 'rx-1', load: 0 },
  { stage: 2, name: 'CPU 0', load: 125, room: 100 },
  { stage: 2, name: 'CPU 1', load: 15, room: 100 },
  { stage: 2, name: 'CPU 2', load: 0, room: 100 },
];
const WAYS: Way[] = [
  [0, 0, 0, 120],
  [0, 1, 0, 20],
  [0, 2, 1, 0],
  [1, 0, 0, 125],
  [1, 0, 1, 15, 1],
];
const many = (count: number): Result =>
  sample(
    [
      ...Array.from({ length: count }, (_, i) => ({ stage: 0, name: `flow ${i}`, load: i === 0 ? 400 : 1 })),
      { stage: 1, name: 'rx-0', load: 400 + count - 1 },
      { stage: 2, name: 'CPU 0', load: 400 + count - 1, room: 100 },
    ],
    [...Array.from({ length: count }, (_, i): Way => [0, i, 0, i === 0 ? 400 : 1]), [1, 0, 0, 400 + count - 1]],
  );

const drawing = (run: Result, width = 700) =>
  draw({ spec, run, overlays: [], growing: false, events: false, width, title: 'Sample', translate });
const markup = (run: Result, width = 700): string =>
  renderToStaticMarkup(drawing(run, width).picture).replaceAll('><', '>\n<');
const layoutOf = (run: Result, width = 700) => layoutMapping(run.tables!.nodes!, run.tables!.ways!, width)!;

describe('mapping', () => {
  it('wide', () => expect(markup(sample(NODES, WAYS))).toMatchSnapshot());
  it('narrow', () => expect(markup(sample(NODES, WAYS), 320)).toMatchSnapshot());

  it('stands alone, and has no time axis', () => {
    expect(showsOthers('mapping')).toBe(false);
    expect(drawing(sample(NODES, WAYS)).time).toBeUndefined();
  });

  it('the height depends on the width alone', () => {
    for (const width of [280, 320, 559, 560, 900]) {
      const { height } = drawing(sample(NODES, WAYS), width);
      for (const run of [many(64), sample([], []), runWith([])]) expect(drawing(run, width).height).toBe(height);
    }
  });

  it('without rows, or without tables, it says so', () => {
    for (const run of [sample([], []), runWith([])]) expect(markup(run)).toContain(ENGLISH.nothing);
  });

  it('a box that has too much is framed and hatched, the others are not', () => {
    expect(markup(sample(NODES, WAYS)).match(/data-over/g)).toHaveLength(1);
    const enough = NODES.map((node) => (node.room ? { ...node, room: 130 } : node));
    expect(markup(sample(enough, WAYS))).not.toContain('data-over');
  });

  it('a way without load is not drawn, one by RPS is another kind of band', () => {
    const { bands } = layoutOf(sample(NODES, WAYS));
    expect(bands).toHaveLength(4);
    expect(bands.map(({ handedOn }) => handedOn)).toEqual([false, false, false, true]);
  });

  it('boxes and bands stay inside the picture, and bands at their boxes', () => {
    for (const width of [280, 320, 700])
      for (const run of [sample(NODES, WAYS), many(1), many(64)]) {
        const { columns, bands, height } = layoutOf(run, width);
        for (const { boxes, x, width: wide } of columns) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + wide).toBeLessThanOrEqual(width);
          boxes.forEach((box, i) => {
            expect(box.height).toBeGreaterThan(0);
            expect(box.y + box.height).toBeLessThanOrEqual(height);
            const next = boxes[i + 1];
            if (next) expect(next.y).toBeGreaterThanOrEqual(box.y + box.height);
          });
        }
        for (const { from, to, source, target } of bands)
          for (const [box, [top, bottom]] of [
            [from, source],
            [to, target],
          ] as const) {
            expect(bottom).toBeGreaterThan(top);
            expect(top).toBeGreaterThanOrEqual(box.y - 1);
            expect(bottom).toBeLessThanOrEqual(box.y + box.height + 1);
          }
      }
  });

  it('no value that is missing gets into the picture', () => {
    const missing = sample(
      NODES.map((node) => ({ ...node, load: NaN, room: NaN })),
      WAYS.map(([stage, source, target]): Way => [stage, source, target, NaN]),
    );
    for (const width of [280, 700]) expect(markup(missing, width)).not.toMatch(/NaN|Infinity|undefined/);
  });
});
