import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StatesSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { states } from '../../src/views/states/States';
import { layoutStates } from '../../src/views/states/layoutStates';
import { textWidth } from '../../src/views/text';
import { requestRun, runWith, tableFrom } from './exchange';
import { commonWords } from '../../src/views/words';
import { translate } from '../untranslated';

const ENGLISH = commonWords(translate);

const spec: StatesSpec = { kind: 'states', title: 'States', states: 'states', rows: 2, stretched: false };
const NAMES = ['start', 'end', 'side', 'state'];

const input = (run: Result, width = 640) => ({
  spec,
  run,
  overlays: [],
  growing: false,
  events: false,
  width,
  title: 'States',
  words: ENGLISH,
});
const draw = (run: Result, width?: number) => states.draw(input(run, width));
const markup = (run: Result, width?: number): string =>
  renderToStaticMarkup(draw(run, width).picture).replaceAll('><', '>\n<');

/** A sender that recovers from a loss in every second of `seconds`. */
const sawRun = (seconds: number): Result =>
  runWith(
    {
      states: tableFrom(
        NAMES,
        Array.from({ length: seconds }, (_, s) => [
          [s, s + 0.8, 'sender', 'Open'],
          [s + 0.8, s + 1, 'sender', 'Recovery'],
        ]).flat(),
      ),
    },
    seconds,
  );
const emptyRun = (): Result => runWith({ states: tableFrom(NAMES, []) }, 1);

describe('states', () => {
  it('wide', () => expect(markup(requestRun(0.5))).toMatchSnapshot());
  it('narrow', () => expect(markup(requestRun(0.5), 360)).toMatchSnapshot());

  it('words above a row stand clear of each other', () => {
    for (const width of [320, 640, 900])
      for (const { above } of layoutStates(input(requestRun(0.5), width)).rows)
        for (const [i, a] of above.entries())
          for (const b of above.slice(i + 1))
            if (a.row === b.row)
              expect(Math.abs(a.x - b.x)).toBeGreaterThan((textWidth(a.span.name) + textWidth(b.span.name)) / 2);
  });

  it('each state is named once at least, also among dozens of losses', () => {
    const states = Array.from({ length: 40 }, (_, s): [number, number, string, string][] => [
      [s, s + 0.8, 'sender', 'Open'],
      [s + 0.8, s + (s === 30 ? 0.9 : 1), 'sender', 'Recovery'],
      ...(s === 30 ? [[s + 0.9, s + 1, 'sender', 'Loss'] as [number, number, string, string]] : []),
    ]).flat();
    const run = runWith({ states: tableFrom(NAMES, states) }, 40);
    for (const width of [360, 900]) {
      const [sender] = layoutStates(input(run, width)).rows;
      const named = [...sender!.inside, ...sender!.above].map(({ span }) => span.name);
      expect(new Set(named)).toEqual(new Set(['Open', 'Recovery', 'Loss']));
    }
  });

  it('the state that lasts is named in its bar', () => {
    const [client] = layoutStates(input(requestRun(0.5))).rows;
    expect(client!.inside.map(({ span }) => span.name)).toContain('ESTABLISHED');
  });

  it('the paper bounds what is drawn, not the number of changes', () => {
    const many = markup(sawRun(10_000));
    expect(many.match(/<path/g)!.length).toBeLessThan(20);
    expect(many.length).toBeLessThan(60_000);
  });

  it('has the same height for every run, and none of them gives NaN', () => {
    for (const width of [320, 360, 560, 900]) {
      const runs = [requestRun(), sawRun(10), emptyRun(), { ...requestRun(), tables: {} }];
      expect(new Set(runs.map((run) => draw(run, width).height)).size).toBe(1);
      for (const run of runs) expect(markup(run, width)).not.toContain('NaN');
    }
  });

  it('says that there is nothing', () => expect(markup(emptyRun())).toContain(ENGLISH.nothing));

  it('the cursor says who is in which state, and since when', () => {
    expect(draw(sawRun(5)).time!.at(3.9).said).toBe('3.9\u00a0s: sender: Recovery since 3.8\u00a0s');
    expect(draw(requestRun(0.5)).time!.at(0.45).said).toBe(
      '450\u00a0ms: client: FIN-WAIT-1 since 420\u00a0ms, server: CLOSE-WAIT since 440\u00a0ms',
    );
  });

  it('stretched, what is short can be read beside what is long, and how long each lasted is said', () => {
    const run = requestRun(60);
    const even = states.draw(input(run, 900)).time!.scale;
    const stretched = { ...input(run, 900), spec: { ...spec, stretched: true } };
    const { time, picture, height } = states.draw(stretched);
    expect(even(0.4403) - even(0.4203)).toBeLessThan(1);
    expect(time!.scale(0.4403) - time!.scale(0.4203)).toBeGreaterThan(20);
    const svg = renderToStaticMarkup(picture);
    expect(svg).toContain('ESTABLISHED, 380\u00a0ms');
    // The one that goes on has no length yet.
    expect(svg).toContain('>TIME-WAIT<');
    expect(svg).toContain(ENGLISH.notToScale);
    expect(height).toBe(draw(run, 900).height);
  });
});
