import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { Stack } from '../../ui/layout';
import { Tabs } from '../../ui/Tabs';
import css from './Steps.module.css';
import unseen from '../../ui/unseen.module.css';

interface Step {
  id: string;
  name: string;
  isDone: boolean;
  panel: () => ReactNode;
}

interface StepTabsProps {
  steps: readonly Step[];
  /** Said below whichever is open. */
  children?: ReactNode;
}

/** What belongs to a call besides looking, and whether it was done. */
export function StepTabs({ steps, children }: StepTabsProps): ReactNode {
  const [open, setOpen] = useState<string>();
  return (
    <div className={css.steps} data-only="scripts">
      <Tabs
        label={translate({ id: 'incident.steps', message: 'Steps of the call' })}
        open={open}
        onOpen={setOpen}
        tabs={steps.map(({ id, name, isDone, panel }) => ({
          id,
          label: (
            <>
              <span className={css.sign} data-done={isDone} aria-hidden="true" /> {name}
              {isDone && (
                <span className={unseen.unseen}> {translate({ id: 'incident.done', message: '(done)' })}</span>
              )}
            </>
          ),
          panel: () => (
            <Stack gap={4} isFilled className={css.step}>
              {panel()}
              {children}
            </Stack>
          ),
        }))}
      />
    </div>
  );
}
