import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Marked } from '../ui/Marked';
import css from './Term.module.css';

interface TermProps {
  name: string;
  /** What the glossary says of it; the build adds both (`plugins/inflight/content/terms.ts`). */
  full: string;
  meaning: string;
  /** What stands right behind it: a comma, a colon. */
  sign?: string;
  children?: ReactNode;
}

/** A word that explains itself when pointed at or focused; Escape puts the explanation away. */
export default function Term({ name, full, meaning, sign, children = name }: TermProps): ReactNode {
  const id = useId();
  const [dismissed, setDismissed] = useState(false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDismissed(true);
  };
  const again = () => setDismissed(false);
  return (
    <span className={css.term} onMouseLeave={again} data-dismissed={dismissed || undefined}>
      <button type="button" aria-describedby={id} onKeyDown={onKeyDown} onBlur={again}>
        {children}
      </button>
      <span role="tooltip" id={id} className={css.note}>
        <b>{full}</b> <Marked text={meaning} />
      </span>
      {sign}
    </span>
  );
}
