import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Host } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Text } from '../../ui/Text';
import css from './Suggestions.module.css';
import fold from '../../ui/fold.module.css';

interface SuggestionsProps {
  machine: Host;
  isClosed: boolean;
  /** Types a command and runs it. */
  onRun: (command: string) => void;
}

/** What could be typed on a machine, for those who don’t know it by heart. */
export function Suggestions({ machine: { name, menu }, isClosed, onRun }: SuggestionsProps): ReactNode {
  return (
    <details className={css.suggestions} open>
      <summary className={fold.summary}>
        <Translate id="incident.suggestions" values={{ machine: name }}>
          {'What could I type on {machine}?'}
        </Translate>
      </summary>
      <ul className={css.topics}>
        {menu.map(({ question, commands }) => (
          <li key={question}>
            <Text size="small" tone="soft" className={css.question}>
              {question}
            </Text>
            <ul className={css.commands}>
              {commands.map(({ command, about }) => (
                <li key={command}>
                  <Button
                    look="tool"
                    className={css.command}
                    title={about}
                    disabled={isClosed}
                    onClick={() => onRun(command)}
                  >
                    <code>{command}</code>
                    <Text as="span" size="small" className={css.about}>
                      {about}
                    </Text>
                  </Button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
