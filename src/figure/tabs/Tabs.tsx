import Translate, { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Prerendered, Result } from '../../model/types';
import { DataTable } from './DataTable';
import { Evidence } from './Evidence';
import { OnYourMachine } from './OnYourMachine';
import { PythonSource } from './PythonSource';
import { useMore } from './useMore';
import css from './Tabs.module.css';

interface TabsProps {
  data: Prerendered;
  result: Result;
}

interface Tab {
  id: string;
  label: ReactNode;
  panel: () => ReactNode;
}

/** What stands behind the figure. Closed until asked for, so that the text goes on below the picture. */
export default function Tabs({ data, result }: TabsProps): ReactNode {
  const { experiment } = data;
  const [open, setOpen] = useState<string>();
  const prefix = useId();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const loaded = useMore(data, open === 'python' || open === 'evidence');
  const tabs: Tab[] = [
    {
      id: 'machine',
      label: <Translate id="figure.tab.machine">On your machine</Translate>,
      panel: () => <OnYourMachine commands={result.commands} />,
    },
    {
      id: 'python',
      label: <Translate id="figure.tab.python">Python</Translate>,
      panel: () => <PythonSource id={experiment.id} file={experiment.file} more={loaded} />,
    },
    {
      id: 'evidence',
      label: <Translate id="figure.tab.evidence">How do we know?</Translate>,
      panel: () => <Evidence experiment={experiment} more={loaded} />,
    },
    {
      id: 'data',
      label: <Translate id="figure.tab.data">Data</Translate>,
      panel: () => <DataTable result={result} />,
    },
  ];
  const current = tabs.find(({ id }) => id === open);

  function press(event: KeyboardEvent, index: number): void {
    const last = tabs.length - 1;
    const to = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    const tab = to === undefined ? undefined : tabs[to];
    if (!tab) return;
    event.preventDefault();
    setOpen(tab.id);
    buttons.current.get(tab.id)?.focus();
  }

  return (
    <div className={css.tabs}>
      <div
        className={css.list}
        role="tablist"
        aria-label={translate({ id: 'figure.tabs', message: 'Behind the figure' })}
      >
        {tabs.map(({ id, label }, index) => (
          <button
            key={id}
            ref={(element) => {
              if (element) buttons.current.set(id, element);
            }}
            id={`${prefix}-${id}`}
            type="button"
            role="tab"
            className={css.tab}
            aria-selected={id === open}
            aria-controls={id === open ? `${prefix}-panel` : undefined}
            tabIndex={id === (open ?? tabs[0]!.id) ? 0 : -1}
            onClick={() => setOpen(id === open ? undefined : id)}
            onKeyDown={(event) => press(event, index)}
          >
            {label}
          </button>
        ))}
      </div>
      {current && (
        <div id={`${prefix}-panel`} className={css.panel} role="tabpanel" aria-labelledby={`${prefix}-${current.id}`}>
          {current.panel()}
        </div>
      )}
    </div>
  );
}
