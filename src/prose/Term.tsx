import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { glossary } from './glossary';
import css from './Term.module.css';

/** A word that explains itself when pointed at or focused; Escape puts the explanation away. */
export default function Term({ name, children = name }: { name: string; children?: ReactNode }): ReactNode {
  const id = useId();
  const [dismissed, setDismissed] = useState(false);
  const entry = glossary[name];
  if (!entry) throw new Error(`<Term name="${name}">: src/prose/glossary.tsx has no such word`);

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
        <b>{entry.full}</b> {entry.meaning}
      </span>
    </span>
  );
}
