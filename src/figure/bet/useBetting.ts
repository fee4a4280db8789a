import clsx from 'clsx';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { betStore } from '../../memory/bets';
import { answer } from '../../memory/bets/requests';
import type { Bet, Experiment, Params, Preset } from '../../model/contract';
import type { Result } from '../../model/types';
import { sameSetting, settingOf } from '../parameters';
import type { State } from '../state';
import type { Figure } from '../useExperiment';
import { type Guess, type Outcome, outcomeOf } from './outcome';
import { type Seen, seenWhile } from './seen';
import css from './Bet.module.css';

/** A bet under way. */
interface Open {
  bet: Bet;
  asked: Params;
  /** How the figure stood before. */
  back: { params: Params; seed: number; t: number | undefined };
  /** What the question starts from, whatever the figure showed: the run of its first named setting. */
  premise: Result;
  guess: Guess;
  outcome?: Outcome;
  isByHand: boolean;
}

export interface Betting {
  /** The bet under way. */
  bet: Bet | undefined;
  guess: Guess;
  /** Is there an answer to be revealed? The model may still be running. */
  isReady: boolean;
  outcome: Outcome | undefined;
  /** What the question starts from. */
  premise: Result | undefined;
  /** Is that what is asked about? Then nothing of it can be shown. */
  isPremiseAsked: boolean;
  /** The answer, once there is one: for the room that its words will need. */
  truth: Result | undefined;
  /** Did the reader open it, and not the page? Then the focus goes with it. */
  isByHand: boolean;
  /** Is the truth to be kept out of sight: sentence, numbers, sounds, and whatever else the figure shows of a run? */
  isCovered: boolean;
  /** For what shows a run: hides it until scripts have decided whether the figure opens with a bet; lets the truth come. */
  className: string | undefined;
  /** What picture and drawing may show. */
  seen: Seen;
  /** The next bet of the figure, those first that were not placed yet. */
  start: () => void;
  say: (guess: Guess) => void;
  reveal: () => void;
  /** Back to how the figure stood. */
  cancel: () => void;
  /** Go on with the figure as it now stands. */
  finish: () => void;
}

const SILENT: Guess = {};

/** The complete run of the setting that is asked about, once there is one. */
const answerIn = ({ done, seed, progress }: State, asked: Params): Result | undefined =>
  seed === 1 && progress === undefined && sameSetting(asked, done.parameters) ? done : undefined;

function betOf({ id: experiment, bets }: Experiment, id: string): Bet {
  const bet = bets.find((each) => each.id === id);
  if (bet) return bet;
  throw new Error(`${experiment} has no bet "${id}"; it has ${bets.map((each) => each.id).join(', ')}`);
}

const placedAt = (figure: string): Set<string> =>
  new Set(
    betStore()
      .all()
      .filter((placed) => placed.figure === figure)
      .map(({ bet }) => bet),
  );

/**
 * The game of predicting before the reveal. It moves the figure to the setting that is asked about, and says what may
 * be seen meanwhile. Of what can be chosen here, `presets` begins with the one that the questions start from; `first` is
 * the bet that the figure opens with, for who has not placed it yet.
 */
export function useBetting(
  experiment: Experiment,
  { presets, bets }: { presets: readonly Preset[]; bets: readonly Bet[] },
  figure: Figure,
  name: string,
  first?: string,
): Betting {
  const { state } = figure;
  const { id } = experiment;
  // A wrong name is an author's slip and must not pass the build.
  const opening = useMemo(() => (first === undefined ? undefined : betOf(experiment, first)), [experiment, first]);
  const [open, setOpen] = useState<Open>();
  const [isVeiled, setVeiled] = useState(opening !== undefined);

  // Whatever else moves the figure (a reset, a preset) ends the bet.
  if (open && (state.seed !== 1 || !sameSetting(open.asked, state.params))) setOpen(undefined);

  function openBet(bet: Bet, isByHand = true): void {
    const asked = settingOf(experiment, bet);
    const back = open?.back ?? { params: state.params, seed: state.seed, t: figure.clock.time() };
    const start = figure.known({ params: settingOf(experiment, presets[0]), seed: 1 });
    setOpen({ bet, asked, back, premise: start ?? open?.premise ?? state.done, guess: SILENT, isByHand });
    if (state.seed !== 1 || !sameSetting(asked, state.params)) figure.set(asked);
    figure.conceal(true);
    figure.clock.set(undefined);
  }

  const asked = useEffectEvent((bet: string) => openBet(betOf(experiment, bet)));
  const begin = useEffectEvent(() => {
    setVeiled(false);
    if (opening && !figure.changed && !placedAt(id).has(opening.id)) openBet(opening, false);
  });
  useEffect(() => answer(name, (bet) => asked(bet)), [name]);
  useEffect(() => {
    // After the link has been read, which may have moved the figure.
    const soon = requestAnimationFrame(() => begin());
    return () => cancelAnimationFrame(soon);
  }, []);

  const truth = open && answerIn(state, open.asked);
  const outcome = open && truth && outcomeOf(open.bet, open.guess, truth);
  const isCovered = open !== undefined && open.outcome === undefined;
  const { bet, premise } = open ?? {};
  const seen = useMemo(
    () => seenWhile({ bet, isCovered, state, before: premise, truth }),
    [bet, isCovered, state, premise, truth],
  );

  return {
    bet,
    guess: open?.guess ?? SILENT,
    isReady: truth !== undefined,
    outcome: open?.outcome,
    premise,
    isPremiseAsked: open !== undefined && sameSetting(open.asked, open.premise.parameters),
    truth,
    isByHand: open?.isByHand === true,
    isCovered,
    className: isVeiled ? css.veiled : open && clsx(css.betting, open.outcome && css.revealed),
    seen,
    start() {
      const placed = placedAt(id);
      const after = bets.findIndex((each) => each === bet) + 1;
      const inTurn = [...bets.slice(after), ...bets.slice(0, after)];
      const next = inTurn.find((each) => !placed.has(each.id)) ?? inTurn[0];
      if (next) openBet(next);
    },
    say: (guess) => setOpen(open && { ...open, guess }),
    reveal() {
      if (!open || !outcome) return;
      setOpen({ ...open, outcome, isByHand: true });
      figure.conceal(false);
      // The drawing is that of another run now.
      figure.clock.set(undefined);
      betStore().add({
        figure: id,
        bet: open.bet.id,
        params: open.asked,
        given: outcome.given,
        truth: outcome.truth,
        score: outcome.score.points,
        at: Date.now(),
      });
    },
    cancel() {
      if (!open) return;
      const { params, seed, t } = open.back;
      if (seed !== state.seed || !sameSetting(params, state.params)) figure.set(params, seed);
      figure.conceal(false);
      figure.clock.set(t);
      setOpen(undefined);
    },
    finish: () => setOpen(undefined),
  };
}
