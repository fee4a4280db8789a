/** Wrong bets as cards, against the scores that the figures themselves give. */
import { describe, expect, it, vi } from 'vitest';
import { scoreFactor, scoreShare } from '../../src/memory/bets/score';
import type { Placed } from '../../src/memory/bets/store';
import { type BetWords, betCard, rightFor, wrongBets } from '../../src/practice/bets';
import { mark } from '../../src/practice/mark';
import type { Prerendered } from '../../src/model/types';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

const placed = (part: Partial<Placed>): Placed => ({
  figure: 'send-buffer',
  bet: 'time',
  params: {},
  given: 1,
  truth: 8,
  score: 20,
  at: 1,
  ...part,
});

const never = (): boolean => false;
const always = (): boolean => true;

describe('which bets are cards', () => {
  it('those that scored less than 50', () => {
    const bets = [placed({ bet: 'a', score: 49, at: 1 }), placed({ bet: 'b', score: 50, at: 2 })];
    expect(wrongBets(bets, never).map(({ bet }) => bet)).toEqual(['a']);
  });

  it('the latest time counts, in whatever order they are stored', () => {
    const bad = placed({ score: 10, at: 1 });
    const good = placed({ score: 90, at: 2 });
    expect(wrongBets([bad, good], never)).toEqual([]);
    expect(wrongBets([good, bad], never)).toEqual([]);
    expect(wrongBets([placed({ score: 90, at: 1 }), placed({ score: 10, at: 2 })], never)).toHaveLength(1);
  });

  it('one that was reviewed stays, however well it went later', () => {
    const bets = [placed({ score: 10, at: 1 }), placed({ score: 90, at: 2 })];
    expect(wrongBets(bets, (card) => card === 'bet:send-buffer/time').map(({ at }) => at)).toEqual([2]);
    expect(wrongBets(bets, (card) => card === 'bet:send-buffer/other')).toEqual([]);
  });

  it('the same bet of two figures is two', () => {
    expect(wrongBets([placed({ figure: 'one' }), placed({ figure: 'two' })], always)).toHaveLength(2);
  });
});

describe('a number is right from 70 points on', () => {
  /** Both sides of each bound, and far from it. */
  const around = ([low, high]: readonly [number, number]): number[] =>
    [low, high].flatMap((bound) => [
      bound * 0.5,
      bound - 1e-6 * Math.abs(bound),
      bound + 1e-6 * Math.abs(bound),
      bound * 2,
    ]);

  it.each([8, 0.02, 5e6])('by its magnitude: %d', (truth) => {
    const bounds = rightFor({ scale: 'log10', min: 1e-3, max: 1e9 }, truth);
    const given = around(bounds);
    expect(given.map((each) => each >= bounds[0] && each <= bounds[1])).toEqual(
      given.map((each) => scoreFactor(each, truth).points >= 70),
    );
  });

  it.each([0, 40, 100])('by its distance: %d of 100', (truth) => {
    const bounds = rightFor({ scale: 'linear', min: 0, max: 100 }, truth);
    const given = [...around(bounds), truth];
    expect(given.map((each) => each >= bounds[0] && each <= bounds[1])).toEqual(
      given.map((each) => scoreShare(each, truth, 100).points >= 70),
    );
  });
});

describe('the card', () => {
  const words: BetWords = { bet: (given) => `bet ${given}`, curve: 'look' };
  const file = {
    experiment: {
      id: 'send-buffer',
      parameters: [
        { kind: 'number', name: 'rtt', default: 40 },
        { kind: 'number', name: 'buffer', default: 64 },
      ],
      presets: [{ id: 'first', name: 'First', values: { buffer: 16 }, note: '', recording: '' }],
      bets: [
        {
          kind: 'value',
          id: 'time',
          question: 'How long?',
          summary: 'transfer_time',
          min: 100,
          max: 1e5,
          scale: 'log10',
          values: { buffer: 64 },
        },
        { kind: 'curve', id: 'window', question: 'Draw it.', column: 'cwnd', given: [], values: {} },
      ],
    },
    runs: {
      first: {
        summary: { transfer_time: { value: 22_000, unit: 'ms', label: 'Transfer time' } },
        columns: [
          { name: 't', unit: 's', meaning: 'time', quantity: 'time', values: [] },
          { name: 'cwnd', unit: 'segments', meaning: 'congestion window', quantity: 'cwnd', values: [] },
        ],
      },
    },
  } as unknown as Prerendered;

  it('asks for the number again, and links to the figure where it differs from how it begins', () => {
    const { card } = betCard(placed({ params: { rtt: 40, buffer: 64 }, given: 500, truth: 7900 }), file, words)!;
    expect(card).toMatchObject({ id: 'bet:send-buffer/time', text: 'How long?', why: 'bet 500\u00a0ms' });
    expect(card.figure).toEqual({ id: 'send-buffer', at: { buffer: 64 } });
    expect([7900, 8000, 5000, 500, 30_000].map((answer) => mark(card, undefined, answer)!.share)).toEqual([
      1, 1, 1, 0, 0,
    ]);
  });

  it('of a curve has both curves', () => {
    const found = betCard(placed({ bet: 'window', given: [1, 2], truth: [3, 4] }), file, words)!;
    expect(found.curve).toEqual({
      given: [1, 2],
      truth: [3, 4],
      label: 'congestion window',
      unit: 'segments',
      x: 'time',
    });
    expect(mark(found.card, undefined, undefined)!.share).toBeNull();
  });

  it('is none if the figure does not have the bet any more, or another kind of it', () => {
    expect(betCard(placed({ bet: 'gone' }), file, words)).toBeUndefined();
    expect(betCard(placed({ bet: 'window', given: 3, truth: 4 }), file, words)).toBeUndefined();
    expect(betCard(placed({ given: [1], truth: [2] }), file, words)).toBeUndefined();
  });
});
