import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Typed } from './useTyped';
import css from './controls.module.css';

interface ValueFieldProps {
  label: string;
  text: string;
  typed: Typed;
  errorId: string;
}

/** The value in words a person uses; takes `262144` as well as `256 KiB`. */
export function ValueField({ label, text, typed, errorId }: ValueFieldProps): ReactNode {
  return (
    <span className={css.value}>
      <span className={css.said} aria-hidden="true">
        {text}
      </span>
      <input
        className={css.field}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        size={Math.max(5, text.length)}
        value={typed.draft ?? text}
        aria-label={translate({ id: 'figure.control.exact', message: '{label}, exact value' }, { label })}
        aria-invalid={typed.error !== undefined}
        aria-describedby={typed.error === undefined ? undefined : errorId}
        onChange={(event) => typed.type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={typed.commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typed.commit();
          if (event.key === 'Escape') typed.cancel();
        }}
      />
    </span>
  );
}
