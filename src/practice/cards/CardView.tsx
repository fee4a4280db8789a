import Translate from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Answer, Marking } from '../../model/contract';
import { Dispute } from '../../dispute/Dispute';
import { disputedOf } from '../disputed';
import { mark, shareOfPoints } from '../mark';
import { Answering, isAnswered } from './Answering';
import { Explanation, Said } from './Explanation';
import { FollowUps } from './FollowUps';
import { MarkLine } from './MarkLine';
import { Points } from './OpenAnswers';
import type { CardViewProps } from './props';
import { Question } from './Question';
import { useMarking } from './useMarking';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import css from './Cards.module.css';

type Shown = Marking & { isPassed: boolean };

/** Asks one card, marks the answer, and says why (`props.ts` has the contract). */
export function CardView(props: CardViewProps): ReactNode {
  const { card, seed, name, reveal, source, level, onOutcome, children } = props;
  const posed = card.form === 'marked' ? (props.posed ?? card.example) : undefined;
  const label = useId();
  const [own, setOwn] = useState<Answer>(props.answer);
  const answer = props.onAnswer ? props.answer : own;
  const setAnswer = props.onAnswer ?? setOwn;
  const [met, setMet] = useState<readonly number[]>(props.met ?? []);
  const [found, setFound] = useState<Shown>();
  const { check, isChecking } = useMarking(card, posed, seed);
  const shown = reveal === 'open' ? markedNow() : found;

  function markedNow(): Shown {
    const { share, reason } = mark(card, posed, answer) ?? { share: null, reason: '' };
    return { share: props.share === undefined ? share : props.share, reason, isPassed: answer === undefined };
  }

  // The keys and the ears go on where the answer is.
  const place = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  useLayoutEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    place.current?.focus();
  }, [found]);

  function show(next: Shown): void {
    hasMoved.current = true;
    setFound(next);
    onOutcome?.({ share: next.share, isPassed: next.isPassed, met: [] });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isChecking || shown || !isAnswered(card, posed, answer)) return;
    // What an open question is worth is not known before a point is ticked.
    if (card.form === 'open') show({ share: null, reason: '', isPassed: false });
    else check(answer, (marking) => show({ ...marking, isPassed: false }));
  }
  function tick(next: number[]): void {
    setMet(next);
    if (card.form === 'open') onOutcome?.({ share: shareOfPoints(card, next), isPassed: false, met: next });
  }

  const isMarked = card.form === 'marked' || card.form === 'ladder';
  const state = shown ? 'shown' : isChecking ? 'closed' : 'ask';
  return (
    <div
      className={css.card}
      data-card={card.id}
      data-form={card.form}
      tabIndex={-1}
      role="group"
      aria-labelledby={label}
    >
      <Stack as="form" gap={5} isFilled onSubmit={submit}>
        <Question card={card} text={posed?.question.text ?? card.text} id={label} level={level} />
        {(card.form !== 'recall' || reveal !== 'at-once') && (
          <Answering {...{ card, posed, seed, name, answer, state }} onAnswer={setAnswer} labelledBy={label} />
        )}
        {reveal === 'at-once' && !found && (
          <Row as={Text} size="note" gap={5} isCentred>
            <Button type="submit" look="main" disabled={isChecking || !isAnswered(card, posed, answer)}>
              {isChecking ? (
                <Translate id="card.checking">Checking …</Translate>
              ) : isMarked ? (
                <Translate id="card.check">Check</Translate>
              ) : (
                <Translate id="card.show">Show the answer</Translate>
              )}
            </Button>
            {isMarked && (
              <Button look="quiet" disabled={isChecking} onClick={() => show({ share: 0, reason: '', isPassed: true })}>
                <Translate id="card.pass">I don’t know</Translate>
              </Button>
            )}
          </Row>
        )}
      </Stack>
      <div ref={place} role={reveal === 'at-once' ? 'status' : undefined} tabIndex={-1} className={css.place}>
        {shown && isMarked && <MarkLine {...shown} />}
        {shown && card.form === 'recall' && <Said text={card.answer} />}
        {shown && card.form === 'open' && (
          <Text isStrong>
            <Translate id="card.models">What a good answer sounds like</Translate>
          </Text>
        )}
      </div>
      {shown && (
        <Stack gap={5} isFilled>
          <Explanation
            {...{ card, posed, source }}
            isRight={shown.share === 1}
            isLive
            dispute={<Dispute what={disputedOf({ card, posed, seed, answer, share: shown.share })} />}
          />
          {card.form === 'open' && (
            <Points card={card} met={met} onMet={reveal === 'at-once' || onOutcome ? tick : undefined} />
          )}
          {card.form === 'open' && <FollowUps card={card} said={props.followUps} isAsked={reveal === 'at-once'} />}
          {children}
        </Stack>
      )}
    </div>
  );
}
