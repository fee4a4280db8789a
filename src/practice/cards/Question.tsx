import type { ReactNode } from 'react';
import type { Card } from '../../model/questions';
import { isBetCard } from '../betId';
import { Marked } from '../../ui/Marked';
import { Output } from './Output';
import type { CardViewProps } from './props';
import { betInWords, levelInWords, typeInWords } from './words';
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
      <p className={css.kind}>
        {isBetCard(card.id) ? betInWords() : `${typeInWords(card.type)} · ${levelInWords(card.level)}`}
      </p>
      <Tag id={id} className={css.question}>
        <Marked text={text} />
      </Tag>
      {card.output !== undefined && <Output text={card.output} />}
    </>
  );
}
