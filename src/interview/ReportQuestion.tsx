import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import type { InterviewAnswer } from '../memory/types';
import type { Bank, Card } from '../model/questions';
import { CardView } from '../practice/cards/CardView';
import { Waiting } from '../classroom/question/Waiting';
import { sourceOf } from '../practice/review/sourceOf';
import { type Asker, useAsked } from '../practice/review/useAsked';
import { Check } from '../ui/Field';
import { Row, Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import type { Item } from './items';
import css from './Report.module.css';
import { ReportIncident } from './ReportIncident';
import { clockOf, percent } from './said';

interface ReportCardProps {
  number: number;
  card: Card;
  answer: InterviewAnswer;
  bank: Bank;
  ask: Asker;
  /** Missing: it is marked for good. */
  onMark: ((part: Partial<InterviewAnswer>) => void) | undefined;
}

interface ReportQuestionProps extends Omit<ReportCardProps, 'card'> {
  card: Item;
  /** Of an incident. */
  onGraded: (part: Partial<InterviewAnswer>) => void;
}

/** A question of the report: what was answered, what is right, and how long it took. */
export function ReportQuestion({ card, onGraded, ...rest }: ReportQuestionProps): ReactNode {
  const { number, answer } = rest;
  return (
    <Stack as="article" isFilled className={css.question}>
      <Text size="note" tone="soft" isNumbers>
        {translate(
          { id: 'interview.took', message: '{number} · {used} of about {planned} · {share}' },
          { number, used: clockOf(answer.seconds), planned: clockOf(answer.planned), share: percent(answer.share) },
        )}
      </Text>
      {card.form === 'incident' ? (
        <ReportIncident card={card} answer={answer} onGraded={onGraded} />
      ) : (
        <ReportCard card={card} {...rest} />
      )}
      {answer.notes !== '' && (
        <Text isProse className={css.notes}>
          <b>
            {card.form !== 'incident' && card.type === 'sum' ? (
              <Translate id="interview.yourWorking">Your working:</Translate>
            ) : (
              <Translate id="interview.yourNotes">Your notes:</Translate>
            )}
          </b>{' '}
          {answer.notes}
        </Text>
      )}
    </Stack>
  );
}

function ReportCard({ number, card, answer, bank, ask, onMark }: ReportCardProps): ReactNode {
  const asked = useAsked(ask, card, answer.seed);
  if (!asked) return <Waiting failure={undefined} />;
  const source = sourceOf(bank, card);
  return (
    <CardView
      card={card}
      seed={asked.seed}
      name={`report-${number}`}
      reveal="open"
      level={3}
      answer={answer.answer ?? undefined}
      met={answer.met}
      share={answer.share}
      {...(onMark && {
        onOutcome: ({ share, met }) => {
          if (card.form === 'open') onMark({ share, met });
        },
      })}
      {...(answer.followUps && { followUps: answer.followUps })}
      {...(asked.posed && { posed: asked.posed })}
      {...(source && { source })}
    >
      {card.form === 'recall' && onMark && <Known share={answer.share} onShare={(share) => onMark({ share })} />}
    </CardView>
  );
}

/** How well an answer from memory was, by who gave it. */
function Known({ share, onShare }: { share: number | null; onShare: (share: number) => void }): ReactNode {
  const name = useId();
  const options = [
    [1, translate({ id: 'interview.knew', message: 'I got it' })],
    [0.5, translate({ id: 'interview.half', message: 'Partly' })],
    [0, translate({ id: 'interview.not', message: 'No' })],
  ] as const;
  return (
    <Row as="fieldset" gap={5} data-only="screen">
      <legend>
        <small>
          <Translate id="interview.known">Did you get it?</Translate>
        </small>
      </legend>
      {options.map(([value, text]) => (
        <Check
          key={value}
          type="radio"
          name={name}
          label={text}
          checked={share === value}
          onChange={() => onShare(value)}
        />
      ))}
    </Row>
  );
}
