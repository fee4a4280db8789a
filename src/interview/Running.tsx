import Translate, { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { change, leave, placeOf, usedSeconds } from './steps';
import type { Interview, InterviewAnswer } from '../memory/types';
import type { Answer } from '../model/contract';
import { mark } from '../practice/mark';
import { CardView } from '../practice/cards/CardView';
import { Waiting } from '../classroom/question/Waiting';
import { type Asker, useAsked } from '../practice/review/useAsked';
import { FollowUpStep } from './FollowUpStep';
import { callAnswer, linesIn } from './incident';
import { IncidentStep } from './IncidentStep';
import type { Item, ItemOf } from './items';
import { useTicks } from './useTicks';
import { clockOf } from './said';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Row, Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import css from './Running.module.css';

interface RunningProps {
  interview: Interview;
  itemOf: ItemOf;
  ask: Asker;
  onChange: (interview: Interview) => void;
}

/** After so long without a change what was written is kept. */
const QUIET = 800;

interface Draft {
  place: number;
  answer: Answer;
  notes: string;
  /** Of the follow-up questions that were asked; the last one is being answered. */
  followUps: readonly string[];
}

/** One question after the other, with a clock and no marks. */
export function Running({ interview, itemOf, ask, onChange }: RunningProps): ReactNode {
  const place = placeOf(interview);
  const planned = interview.answers[place]!;
  const item = useMemo((): Item | undefined => {
    const known = itemOf(planned.card);
    return known && { ...known, level: planned.level };
  }, [itemOf, planned.card, planned.level]);
  const card = item?.form === 'incident' ? undefined : item;
  const asked = useAsked(ask, card, planned.seed);
  const [draft, setDraft] = useState<Draft>({
    place,
    answer: planned.answer ?? undefined,
    notes: planned.notes,
    followUps: planned.followUps ?? [],
  });
  if (draft.place !== place) setDraft({ place, answer: undefined, notes: '', followUps: [] });
  const asking = card?.form === 'open' ? card.followUps : [];
  /** How many of them were asked. */
  const step = Math.min(draft.followUps.length, asking.length);
  const ticks = useTicks(`${interview.id}.${place}`);
  const left = 60 * interview.minutes - usedSeconds(interview) - ticks;

  // Until the next question is here, nothing may bring this one back, or leave that one unseen.
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    isLeft.current = false;
  }, [place]);
  const keep = useEffectEvent(() => {
    if (isLeft.current) return;
    onChange(change(interview, place, { answer: draft.answer ?? null, ...said(draft) }));
  });
  useEffect(() => {
    if (draft.answer === undefined && draft.notes === '' && draft.followUps.length === 0) return undefined;
    const timer = setTimeout(keep, QUIET);
    return () => clearTimeout(timer);
  }, [draft]);

  // The next question is where the reader goes on.
  const root = useRef<HTMLDivElement>(null);
  const isThere = asked !== undefined || item?.form === 'incident';
  const [isBusy, setIsBusy] = useState(false);
  const here = `${place}.${step}`;
  const last = useRef(here);
  useLayoutEffect(() => {
    if (!isThere || last.current === here) return;
    last.current = here;
    const heading = root.current?.querySelector<HTMLElement>('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [isThere, here]);

  function next(isPassed: boolean, isEnd = false): void {
    if (isLeft.current) return;
    isLeft.current = true;
    const answer = isPassed ? null : (draft.answer ?? null);
    const isWritten = item?.form === 'incident' || item?.form === 'marked' || item?.form === 'ladder';
    const found = card && isWritten && answer !== null ? mark(card, asked?.posed, answer) : undefined;
    // An answer in words may have been said aloud: that is marked by who said it.
    const share = isPassed || (isWritten && answer === null) ? 0 : (found?.share ?? null);
    const seed = asked?.seed ?? planned.seed;
    const now = Date.now();
    const done = leave(interview, ticks, { answer, ...said(draft), share, seed }, now);
    onChange(isEnd ? { ...done, ended: now } : done);
  }

  /** A question that isn't answered has nothing to follow it; a follow-up question can be passed by itself. */
  function goOn(isPassed: boolean): void {
    if (step === asking.length || (step === 0 && isPassed)) next(isPassed && step === 0);
    else setDraft({ ...draft, followUps: [...draft.followUps, ''] });
  }

  return (
    <Stack ref={root} gap={6} isFilled>
      <Row as={Text} className={css.clock} tone="soft" isApart isNumbers>
        <span>
          {translate(
            { id: 'interview.place', message: 'Question {place} of {count}' },
            { place: place + 1, count: interview.answers.length },
          )}
        </span>
        <Late is={ticks > planned.planned}>
          {translate(
            { id: 'interview.time', message: '{used} of about {planned}' },
            { used: clockOf(ticks), planned: clockOf(planned.planned) },
          )}
        </Late>
        <Late is={left < 0}>
          {left >= 0
            ? translate({ id: 'interview.left', message: '{left} left overall' }, { left: clockOf(left) })
            : translate({ id: 'interview.over', message: 'Time’s up: finish this answer' })}
        </Late>
      </Row>
      {item?.form === 'incident' ? (
        <IncidentStep
          key={item.id}
          card={item}
          lines={linesIn(draft.answer)}
          onLines={(lines) => setDraft((now) => ({ ...now, answer: callAnswer({ asked: lines }) }))}
          onBusy={setIsBusy}
        />
      ) : asked && card?.form === 'open' && step > 0 ? (
        <FollowUpStep
          key={here}
          card={card}
          step={step}
          answer={draft.answer}
          said={draft.followUps[step - 1]!}
          onSaid={(now) => setDraft({ ...draft, followUps: [...draft.followUps.slice(0, step - 1), now] })}
        />
      ) : asked && card ? (
        <CardView
          key={place}
          card={card}
          seed={asked.seed}
          name="interview"
          reveal="closed"
          level={2}
          answer={draft.answer}
          onAnswer={(answer) => setDraft({ ...draft, answer })}
          {...(asked.posed && { posed: asked.posed })}
        />
      ) : (
        <Waiting
          failure={
            item
              ? undefined
              : translate({
                  id: 'interview.gone',
                  message: 'This question is no longer in the book. Skip to the next.',
                })
          }
        />
      )}
      <Field
        label={
          card?.type === 'sum' ? (
            <Translate id="interview.whiteboard">Whiteboard (your working, with units)</Translate>
          ) : (
            <Translate id="interview.notes">Notes (assumptions, questions you’d ask back)</Translate>
          )
        }
      >
        <textarea
          className={clsx(css.notes, card?.type === 'sum' && css.whiteboard)}
          value={draft.notes}
          onChange={({ target }) => setDraft({ ...draft, notes: target.value })}
        />
      </Field>
      <Row gap={6} isCentred>
        <Button look="main" disabled={!isThere || isBusy} onClick={() => goOn(false)}>
          {step < asking.length ? (
            <Translate id="interview.answered">That’s my answer</Translate>
          ) : place + 1 < interview.answers.length ? (
            <Translate id="interview.next">Next question</Translate>
          ) : (
            <Translate id="interview.last">See the report</Translate>
          )}
        </Button>
        <Button look="quiet" onClick={() => goOn(true)}>
          <Translate id="interview.pass">Pass</Translate>
        </Button>
        <Button look="quiet" onClick={() => next(false, true)}>
          <Translate id="interview.end">End the interview</Translate>
        </Button>
      </Row>
    </Stack>
  );
}

/** What an answer keeps besides what is marked. */
const said = ({ notes, followUps }: Draft): Pick<InterviewAnswer, 'notes' | 'followUps'> => ({
  notes,
  ...(followUps.length > 0 && { followUps: [...followUps] }),
});

const Late = ({ is, children }: { is: boolean; children: ReactNode }): ReactNode => (
  <Text as="span" tone={is ? 'bad' : undefined} isStrong={is}>
    {children}
  </Text>
);
