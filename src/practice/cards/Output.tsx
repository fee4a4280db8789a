import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import css from './Cards.module.css';

/** Lines of a terminal; those that begin with `$ ` were typed. */
export function Output({ text }: { text: string }): ReactNode {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    <pre className={css.output} role="group" aria-label={translate({ id: 'card.output', message: 'Output' })}>
      {lines.map((line, i) => (
        <span key={i}>
          {line.startsWith('$ ') ? (
            <>
              <span className={css.prompt} aria-hidden="true">
                {'$ '}
              </span>
              <b>{line.slice(2)}</b>
            </>
          ) : (
            line
          )}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
