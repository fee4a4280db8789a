import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { useCopy } from '../../figure/share/useCopy';
import { Button } from '../../ui/Button';
import { Stack } from '../../ui/layout';
import css from './Debrief.module.css';
import fold from '../../ui/fold.module.css';

/** The call as something to be copied. */
export function Whole({ command }: { command: string }): ReactNode {
  const { state, copy } = useCopy();
  return (
    <details>
      <summary className={fold.summary}>
        <Translate id="incident.whole">The whole call on the command line</Translate>
      </summary>
      <Stack gap={3} isFilled>
        {/* It is scrolled, and so by keys as well. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={css.output} tabIndex={0}>
          {command}
        </pre>
        <p data-only="screen scripts">
          <Button onClick={() => void copy(command)}>
            <span aria-live="polite">
              {state === 'copied'
                ? translate({ id: 'incident.copied', message: 'Copied' })
                : translate({ id: 'incident.copy', message: 'Copy' })}
            </span>
          </Button>
        </p>
      </Stack>
    </details>
  );
}
