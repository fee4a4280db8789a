import type { ReactNode } from 'react';
import { Text } from '../../ui/Text';
import { typedIn, type Entry } from '../call/state';
import { clockText } from '../clock';
import css from './Terminal.module.css';

/** A line with its prompt, what it printed, and when. */
export function Printed({ entry: { line, text, at, isRefused } }: { entry: Entry }): ReactNode {
  return (
    <section className={css.printed} aria-label={line}>
      <Typed line={line}>
        <time>{clockText(at)}</time>
      </Typed>
      {text !== '' && <pre data-bad={isRefused}>{text}</pre>}
    </section>
  );
}

/** A line behind its prompt, and what is said of it at the right. */
export function Typed({ line, children }: { line: string; children: ReactNode }): ReactNode {
  const { machine, typed } = typedIn(line) ?? { machine: undefined, typed: line };
  return (
    <p className={css.typed}>
      <span>
        {machine !== undefined && (
          <Text as="span" tone="good">
            {machine}#{' '}
          </Text>
        )}
        {typed}
      </span>{' '}
      <small>{children}</small>
    </p>
  );
}
