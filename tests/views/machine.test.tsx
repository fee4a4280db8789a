import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { machine } from '../../src/views/machine/Machine';
import { CAUSES, placeOf } from '../../src/views/machine/chart';
import { narrowPlan } from '../../src/views/machine/narrow';
import type { Plan } from '../../src/views/machine/plan';
import { pathsAt, readWalks } from '../../src/views/machine/readMachine';
import { widePlan } from '../../src/views/machine/wide';
import { stretchedScale } from '../../src/views/stretch';
import { textWidth } from '../../src/views/text';
import type { Drawing } from '../../src/views/view';
import { requestRun, runWith, tableFrom } from './exchange';
import { commonWords } from '../../src/views/words';
import { translate } from '../untranslated';

const ENGLISH = commonWords(translate);

const spec: MachineSpec = { kind: 'machine', title: 'State machine', states: 'states' };
const NAMES = ['start', 'end', 'side', 'state', 'why'];
const [C, S] = ['client', 'server'];

/** The client closes, the server never does: an orphan in FIN_WAIT2 that the kernel gives up after a minute. */
const hangs = (): Result =>
  runWith(
    {
      states: tableFrom(NAMES, [
        [0, 0.04, C, 'SYN_SENT', '–'],
        [0.04, 1, C, 'ESTABLISHED', '–'],
        [1, 1.04, C, 'FIN_WAIT1', '–'],
        [1.04, 61.8, C, 'FIN_WAIT2', '–'],
        [61.8, NaN, C, 'CLOSED', 'tcp_fin_timeout'],
        [0, 0.02, S, 'LISTEN', '–'],
        [0.02, 0.06, S, 'SYN_RECV', '–'],
        [0.06, 1.02, S, 'ESTABLISHED', '–'],
        [1.02, NaN, S, 'CLOSE_WAIT', '–'],
      ]),
    },
    120,
  );
const emptyRun = (): Result => runWith({ states: tableFrom(NAMES, []) }, 1);

const draw = (run: Result, width = 640): Drawing =>
  machine.draw({
    spec,
    run,
    overlays: [],
    growing: false,
    events: false,
    width,
    title: 'Machine',
    words: ENGLISH,
  });
const lines = (svg: string): string => svg.replaceAll('><', '>\n<');
const markup = (run: Result, width?: number): string => lines(renderToStaticMarkup(draw(run, width).picture));
const pathsOf = (run: Result, t: number): ReturnType<typeof pathsAt> => pathsAt(readWalks(run.tables!.states, 1000), t);

const WIDTHS = [280, 320, 360, 390, 559, 560, 700, 900];
const planFor = (width: number): Plan => (width < 560 ? narrowPlan(width) : widePlan(width));

describe('machine', () => {
  it('wide', () => expect(markup(requestRun(0.5))).toMatchSnapshot());
  it('narrow', () => expect(markup(hangs(), 320)).toMatchSnapshot());

  it('knows the states by the names that RFC, kernel and ss give them', () => {
    expect(['SYN-RECEIVED', 'SYN_RECV', 'syn-recv'].map(placeOf)).toEqual(['SYN_RECV', 'SYN_RECV', 'SYN_RECV']);
    expect(['FIN-WAIT-1', 'FIN_WAIT1', 'ESTAB'].map(placeOf)).toEqual(['FIN_WAIT1', 'FIN_WAIT1', 'ESTABLISHED']);
    expect(placeOf('Recovery')).toBeUndefined();
  });

  it('lines begin and end at the boxes they join', () => {
    for (const { boxes, edges, box, exitOf } of WIDTHS.map(planFor)) {
      const gap = ([x, y]: readonly number[], place: string): number => {
        const { x: mx, y: my } = boxes.find((each) => each.place === place)!;
        const [dx, dy] = [Math.abs(x! - mx) - box.width / 2, Math.abs(y! - my) - box.height / 2];
        // On the edge: inside in one direction, at the border in the other.
        return Math.max(dx, dy);
      };
      const exits = boxes.flatMap(({ place }) => exitOf(place) ?? []);
      expect(exits).toHaveLength(7);
      for (const { step, points } of [...edges, ...exits]) {
        const [from, to] = step.split('>') as [string, string];
        expect(Math.abs(gap(points[0]!, from)), step).toBeLessThanOrEqual(2);
        expect(Math.abs(gap(points.at(-1)!, to)), step).toBeLessThanOrEqual(2);
        // Only along the axes.
        for (const [i, [x, y]] of points.slice(1).entries())
          expect(x === points[i]![0] || y === points[i]![1], step).toBe(true);
      }
    }
  });

  it('no words leave the paper or stand on a box or on each other', () => {
    for (const width of WIDTHS) {
      const plan = planFor(width);
      const blocks = plan.edges.map(({ step, lines: words, x, y, anchor }) => {
        const wide = Math.max(...words.map((line) => textWidth(line, 11)));
        const left = x - (anchor === 'start' ? 0 : anchor === 'end' ? wide : wide / 2);
        const first = y - ((words.length - 1) * 12) / 2;
        return { step, left, right: left + wide, top: first - 8, bottom: first + (words.length - 1) * 12 };
      });
      const boxes = plan.boxes.map(({ place, x, y }) => ({
        step: place,
        left: x - plan.box.width / 2,
        right: x + plan.box.width / 2,
        top: y - plan.box.height / 2,
        bottom: y + plan.box.height / 2,
      }));
      for (const [i, a] of blocks.entries()) {
        expect(a.left, `${a.step} at ${width}`).toBeGreaterThanOrEqual(-1);
        expect(a.right, `${a.step} at ${width}`).toBeLessThanOrEqual(plan.width + 1);
        for (const b of [...blocks.slice(i + 1), ...boxes]) {
          const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          expect(apart, `${a.step} and ${b.step} at ${width}`).toBe(true);
        }
      }
    }
  });

  it('each side goes its way, step by step', () => {
    const { steps, now } = pathsOf(hangs(), 30);
    expect(now.map((visit) => visit?.place)).toEqual(['FIN_WAIT2', 'CLOSE_WAIT']);
    expect([...steps].filter(([, { sides }]) => sides.includes(0)).map(([step]) => step)).toEqual([
      'CLOSED>SYN_SENT',
      'SYN_SENT>ESTABLISHED',
      'ESTABLISHED>FIN_WAIT1',
      'FIN_WAIT1>FIN_WAIT2',
    ]);
    expect([...steps].filter(([, { sides }]) => sides.includes(1)).map(([step]) => step)).toEqual([
      'CLOSED>LISTEN',
      'LISTEN>SYN_RECV',
      'SYN_RECV>ESTABLISHED',
      'ESTABLISHED>CLOSE_WAIT',
    ]);
  });

  it('shows an end that the RFC does not draw, and its cause', () => {
    expect([...pathsOf(hangs(), 60).steps.keys()]).not.toContain('FIN_WAIT2>GONE');
    expect(pathsOf(hangs(), 62).steps.get('FIN_WAIT2>GONE')).toEqual({ sides: [0], why: 'tcp_fin_timeout' });
    expect(markup(hangs())).toContain('>tcp_fin_timeout<');
    expect(markup(requestRun(0.5))).not.toContain('RST or given up');
  });

  it('a step both have taken bears both marks', () => {
    const both = runWith(
      {
        states: tableFrom(
          NAMES,
          [C, S]
            .map((side) => [0, 1, side, 'FIN_WAIT1', '–'])
            .concat([C, S].map((side) => [1, 2, side, 'CLOSING', '–'])),
        ),
      },
      2,
    );
    expect(pathsOf(both, 2).steps.get('FIN_WAIT1>CLOSING')!.sides).toEqual([0, 1]);
    // Side by side, each with its tip: two steps for each, with the one from the beginning.
    const svg = markup(both);
    const ways = [0, 1].map((side) =>
      [...svg.matchAll(new RegExp(`data-side="${side}" data-exit="false" d="([^"]+)"`, 'g'))].map(([, d]) => d),
    );
    expect(ways[0]).toHaveLength(1);
    expect(ways[1]).toHaveLength(1);
    expect(ways[0]).not.toEqual(ways[1]);
  });

  it('every step of the chart is drawn in both forms', () => {
    for (const plan of [narrowPlan(320), widePlan(700)]) expect(plan.edges).toHaveLength(CAUSES.length);
  });

  it('the cursor takes the marks along and says where they are', () => {
    const moment = draw(hangs()).time!.at(10);
    expect(moment.said).toBe('10\u00a0s: client: FIN_WAIT2 since 1.04\u00a0s, server: CLOSE_WAIT since 1.02\u00a0s');
    const svg = renderToStaticMarkup(moment.cursor);
    expect(svg).not.toContain('tcp_fin_timeout');
    // In the legend and in the diagram: a round mark and a square one.
    expect(svg.match(/<circle class="point"/g)).toHaveLength(2);
    expect(svg.match(/<rect class="point"/g)).toHaveLength(2);
  });

  it('has the same height for every run, and none of them gives NaN', () => {
    for (const width of WIDTHS) {
      const runs = [requestRun(), hangs(), emptyRun(), { ...requestRun(), tables: {} }];
      expect(new Set(runs.map((run) => draw(run, width).height)).size).toBe(1);
      for (const run of runs) expect(markup(run, width)).not.toContain('NaN');
    }
  });

  it('says that there is nothing', () => expect(markup(emptyRun())).toContain(ENGLISH.nothing));
});

describe('stretched time', () => {
  const x = stretchedScale([0, 0.02, 0.04, 60], [0, 120], [0, 600]);

  it('short pauses can be seen beside long ones', () => {
    expect(x(0)).toBe(0);
    expect(x(120)).toBe(600);
    expect(x(0.02) - x(0)).toBeGreaterThan(40);
    expect(x(60) - x(0.04)).toBeGreaterThan(x(0.04) - x(0.02));
  });

  it('keeps the order and can be read backwards', () => {
    for (const t of [0.001, 0.02, 0.03, 1, 60, 100]) expect(x.invert(x(t))).toBeCloseTo(t, 9);
  });

  it('with too many changes time runs evenly', () => {
    const many = stretchedScale(
      Array.from({ length: 500 }, (_, i) => i * i),
      [0, 250_000],
      [0, 600],
    );
    expect(many(125_000)).toBe(300);
  });
});
