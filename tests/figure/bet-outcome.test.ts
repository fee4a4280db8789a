import { describe, expect, it } from 'vitest';
import { blank, lift, PLACES, stroke } from '../../src/memory/bets/curve';
import { outcomeOf } from '../../src/figure/bet/outcome';
import { seenWhile } from '../../src/figure/bet/seen';
import { initial } from '../../src/figure/state';
import type { CurveBet, ValueBet } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { sampleRun } from '../views/sample';

const value: ValueBet = {
  kind: 'value',
  id: 'speed',
  question: '?',
  values: {},
  summary: 'goodput',
  min: 1,
  max: 100,
  scale: 'log10',
};
const curve: CurveBet = {
  kind: 'curve',
  id: 'window',
  question: '?',
  values: {},
  column: 'cwnd',
  given: ['queue'],
};
const run = sampleRun();

/** The names of the columns in which there is something to see. */
const visible = ({ columns }: Result): string[] =>
  columns.filter(({ values }) => values.some((each) => !Number.isNaN(each))).map(({ name }) => name);

describe('the outcome of a bet', () => {
  it('lays a number beside that of the summary', () => {
    const truth = run.summary.goodput!.value!;
    expect(outcomeOf(value, { number: truth * 10 }, run)).toMatchObject({
      given: truth * 10,
      truth,
      score: { by: 'factor', points: 25 },
    });
    expect(outcomeOf({ ...value, scale: 'linear', min: 0, max: 10 * truth }, { number: 0 }, run)).toMatchObject({
      score: { by: 'share', points: 50 },
    });
  });

  it('takes anything for true that chance may give', () => {
    const chancy = { ...run, summary: { goodput: { ...run.summary.goodput!, value: 5, band: [4, 8] } } };
    expect(outcomeOf(value, { number: 6 }, chancy)).toMatchObject({ truth: 6, score: { points: 100 } });
    expect(outcomeOf(value, { number: 2 }, chancy)).toMatchObject({ truth: 4, score: { off: 2 } });
    expect(outcomeOf(value, { number: 80 }, chancy)).toMatchObject({ truth: 8, score: { points: 25 } });
  });

  it('lays a drawing beside the column, over the same stretch of the axis', () => {
    const [from, to] = [run.columns[0]!.values[0]!, run.columns[0]!.values.at(-1)!];
    const cwnd = run.columns.find(({ name }) => name === 'cwnd')!.values;
    const level = stroke(blank(), { place: 0, height: 1 }, { place: PLACES - 1, height: 1 });
    const outcome = outcomeOf(curve, { drawn: { sketch: level, axis: [from, to] } }, run)!;
    expect(outcome.truth).toHaveLength(PLACES);
    expect((outcome.truth as number[])[0]).toBe(cwnd[0]);
    expect((outcome.truth as number[]).at(-1)).toBe(cwnd.at(-1));
    const right = (outcome.truth as number[]).reduce(
      (sketch, height, place) => {
        const next = [...sketch];
        next[place] = height;
        return next;
      },
      [...blank()],
    );
    expect(outcomeOf(curve, { drawn: { sketch: right, axis: [from, to] } }, run)!.score.points).toBe(100);
    expect(outcome.score.points).toBeLessThan(50);
  });

  it('is not there before something was said, or where the run has no such number', () => {
    expect(outcomeOf(value, {}, run)).toBeUndefined();
    expect(outcomeOf(curve, {}, run)).toBeUndefined();
    expect(outcomeOf(curve, { drawn: { sketch: blank(), axis: [0, 1] } }, run)).toBeUndefined();
    expect(outcomeOf({ ...value, summary: 'no_such' }, { number: 1 }, run)).toBeUndefined();
  });

  it('takes a single point as a level', () => {
    const outcome = outcomeOf(curve, { drawn: { sketch: lift(blank(), 8, 3), axis: [0, 1] } }, run)!;
    expect(outcome.given).toEqual(new Array(PLACES).fill(3));
  });
});

describe('while a bet is open', () => {
  const asked = { ...run, parameters: { n: 2 } };
  const before = { ...sampleRun({ scale: 2 }), parameters: { n: 1 } };
  const state = { ...initial({ n: 2 }, asked), before };

  it('a curve is asked in empty lanes, but for what is given; no event and no ghost tells', () => {
    const seen = seenWhile({ bet: curve, isCovered: true, state, before, truth: asked });
    expect(visible(seen.state.run)).toEqual([run.columns[0]!.name, 'queue']);
    expect(seen.state.run.events).toEqual([]);
    expect(seen.state.before).toBeUndefined();
  });

  it('the axes have room for the truth and more, and do not change with the reveal', () => {
    const open = seenWhile({ bet: curve, isCovered: true, state, before, truth: asked });
    const shown = seenWhile({ bet: curve, isCovered: false, state, before, truth: asked });
    expect(shown.overlays).toEqual(open.overlays);
    const room = open.overlays[0]!.run.columns.find(({ name }) => name === 'cwnd')!.values;
    const truth = asked.columns.find(({ name }) => name === 'cwnd')!.values;
    expect(Math.max(...room)).toBeGreaterThan(1.2 * Math.max(...truth));
    expect(visible(shown.state.run)).toEqual(visible(asked));
  });

  it('nothing is shown before the model has answered', () => {
    const seen = seenWhile({ bet: curve, isCovered: true, state, before, truth: undefined });
    expect(seen.isSheeted).toBe(true);
    expect(visible(seen.state.run)).toEqual([run.columns[0]!.name]);
  });

  it('a number is asked before the picture that stood, never before that of the answer', () => {
    const seen = seenWhile({ bet: value, isCovered: true, state, before, truth: asked });
    expect(seen.state.run).toBe(before);
    expect(seen.isSheeted).toBe(false);
    const same = seenWhile({ bet: value, isCovered: true, state, before: asked, truth: asked });
    expect(same.isSheeted).toBe(true);
    expect(visible(same.state.run)).toEqual([run.columns[0]!.name]);
  });

  it('the drawing is that of the setting before, empty where that is the answer; no complete run of it is at hand', () => {
    const answered = { ...state, whole: asked };
    for (const bet of [value, curve]) {
      const { drawing, state: picture } = seenWhile({ bet, isCovered: true, state: answered, before, truth: asked });
      expect(drawing).toMatchObject({ run: before, params: before.parameters, isSheeted: false });
      expect(picture.whole).toBeUndefined();
      const same = seenWhile({ bet, isCovered: true, state: answered, before: asked, truth: asked }).drawing;
      expect(same.isSheeted).toBe(true);
      expect(visible(same.run)).toEqual([run.columns[0]!.name]);
      const shown = seenWhile({ bet, isCovered: false, state: answered, before, truth: asked }).drawing;
      expect(shown).toMatchObject({ run: asked, params: { n: 2 }, isSheeted: false });
    }
  });

  it('without one, the figure is as it is', () => {
    const seen = seenWhile({ bet: undefined, isCovered: false, state, before: undefined, truth: undefined });
    expect(seen.state).toBe(state);
  });
});
