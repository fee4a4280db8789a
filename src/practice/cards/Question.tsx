import type { ReactNode } from 'react';
import type { Card } from '../../model/questions';
import { isBetCard } from '../betId';
import { Marked } from '../../ui/Marked';
import { Output } from './Output';
import type { CardViewProps } from './props';
import { betInWords, levelInWords, typeInWords } from './words';
import { Stack } from '../../ui/layout';
import css from './Cards.module.css';

interface QuestionProps {
  card: Card;
  text: string;
  id?: string;
  level?: CardViewProps['level'];
}

/** What is asked. */
export function Question({ card, text, id, level }: QuestionProps): ReactNode {
  const Tag = level ? (`h${level}` as const) : 'p';
  return (
    <>
      <Stack gap={2} isFilled>
        <small className={css.kind}>
          {isBetCard(card.id) ? betInWords() : `${typeInWords(card.type)} · ${levelInWords(card.level)}`}
        </small>
        <Tag id={id} className={css.question}>
          <Marked text={text} />
        </Tag>
      </Stack>
      {card.output !== undefined && <Output text={card.output} />}
    </>
  );
}
