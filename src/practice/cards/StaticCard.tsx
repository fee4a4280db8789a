import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { NumericQuestion, Posed } from '../../model/contract';
import type { Card, LadderCard } from '../../model/questions';
import { gapsOf } from '../ladder';
import { keepUnits } from '../../text/units';
import { Marked } from '../../ui/Marked';
import { ShowAnswer } from './ShowAnswer';
import { Explanation, Said } from './Explanation';
import { FollowUps } from './FollowUps';
import { Ladder } from './Ladder';
import { Points } from './OpenAnswers';
import { Question } from './Question';
import { Bullets, Stack } from '../../ui/layout';
import css from './Cards.module.css';

/** A question as one reader would get it, where each reader gets numbers of their own. */
export const exampleOf = (card: Card): Posed | undefined => (card.form === 'marked' ? card.example : undefined);

/** A card to be read: its question and, to be opened, its answer. So it stands in the page without scripts, and on paper. */
export function StaticCard({ card }: { card: Card }): ReactNode {
  const posed = exampleOf(card);
  return (
    <Stack gap={5} isFilled className={css.card} data-static={card.id}>
      <Question card={card} text={posed?.question.text ?? card.text} />
      {posed && <Choices posed={posed} />}
      {card.form === 'ladder' && (
        <>
          <Ladder card={card} answer={undefined} state="blank" />
          <Texts texts={card.options} />
        </>
      )}
      <ShowAnswer>
        <Stack isFilled>
          {card.form === 'recall' && <Said text={card.answer} />}
          {card.form === 'ladder' && <Ladder card={card} answer={rightOf(card)} state="marked" />}
          <Explanation card={card} posed={posed} isRight={false} isLive={false} />
          {card.form === 'open' && (
            <>
              <Points card={card} />
              <FollowUps card={card} />
            </>
          )}
        </Stack>
      </ShowAnswer>
    </Stack>
  );
}

/** What belongs into each gap. */
const rightOf = (card: LadderCard): number[] => gapsOf(card).map(({ text }) => card.options.indexOf(text));

/** What there is to choose from, or to be reached. */
function Choices({ posed: { question } }: { posed: Posed }): ReactNode {
  switch (question.kind) {
    case 'choice':
      return <Texts texts={question.choices.map(({ text }) => text)} />;
    case 'order':
      return <Texts texts={question.items.map(({ text }) => text)} />;
    case 'numeric':
      return (
        <>
          <Texts texts={question.goals} />
          <small>{keepUnits(wanted(question))}</small>
        </>
      );
    case 'setting':
      return <Texts texts={question.goals} />;
    default:
      return null;
  }
}

const wanted = ({ unit, tolerance }: NumericQuestion): string =>
  unit === ''
    ? translate({ id: 'card.number', message: 'A number, {tolerance}.' }, { tolerance })
    : translate({ id: 'card.number.unit', message: 'In {unit}, {tolerance}.' }, { unit, tolerance });

function Texts({ texts }: { texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return (
    <Bullets>
      {texts.map((text) => (
        <li key={text}>
          <Marked text={text} />
        </li>
      ))}
    </Bullets>
  );
}
