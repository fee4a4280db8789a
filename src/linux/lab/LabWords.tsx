import { Fragment, type ReactNode } from 'react';
import { Marked } from '../../ui/Marked';
import css from './lab.module.css';

const command = (piece: string): ReactNode => (
  <code>
    {piece.split(' ').map((word, place) => (
      <Fragment key={place}>
        {place > 0 && ' '}
        {word.includes('-') ? <span className={css.whole}>{word}</span> : word}
      </Fragment>
    ))}
  </code>
);

/** Words of a lab; a command in them breaks at its spaces, never at the hyphen of an option. */
export const LabWords = ({ text }: { text: string }): ReactNode => <Marked text={text} code={command} />;
