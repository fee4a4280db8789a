import type { ReactNode } from 'react';
import { late } from '../../ui/late';
import css from './CodeEditor.module.css';
import type { ListingProps } from './Lines';

type Lines = (props: ListingProps) => ReactNode;

function Plain({ text, label }: ListingProps): ReactNode {
  return (
    // Longer than its place, it is scrolled: by keys, too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={css.listing} role="group" aria-label={label} tabIndex={0}>
      {text.split('\n').map((line, number) => (
        <span key={number} className={css.line}>
          {line}
        </span>
      ))}
    </pre>
  );
}

/** The code as it stands in the HTML: the same lines in the same places as in the editor that replaces it. */
export const Listing = late<ListingProps>(
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  BUILDING ? (require('./Lines') as { Lines: Lines }).Lines : undefined,
  async () => (await import('./Lines')).Lines,
  Plain,
);
