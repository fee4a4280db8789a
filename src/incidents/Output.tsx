import type { ReactNode } from 'react';
import type { Printed } from '../model/contract';
import { Text } from '../ui/Text';
import css from './Output.module.css';

/** A command and what it printed, as a terminal shows it. */
export function Output({ printed: { machine, command, text } }: { printed: Printed }): ReactNode {
  const typed = `${machine}# ${command}`;
  return (
    <section className={css.output} aria-label={typed}>
      <p className={css.typed}>
        <Text as="span" tone="good">
          {machine}#
        </Text>{' '}
        {command}
      </p>
      <pre>{text}</pre>
    </section>
  );
}
