import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Prerendered, Result } from '../../model/types';
import type { Runtime } from '../../runtime/types';
import { type Tab, Tabs } from '../../ui/Tabs';
import { DataTable } from './DataTable';
import { Evidence } from './Evidence';
import { OnYourMachine } from './OnYourMachine';
import { PythonSource } from './PythonSource';
import { useMore } from './useMore';
import { useOnLinux } from './useOnLinux';
import css from './Behind.module.css';

interface BehindProps {
  data: Prerendered;
  result: Result;
  runtime: () => Runtime;
}

type Name = 'machine' | 'python' | 'evidence' | 'data';

/** What stands behind the figure. Closed until asked for, so that the text goes on below the picture. */
export function Behind({ data, result, runtime }: BehindProps): ReactNode {
  const { experiment } = data;
  const [open, setOpen] = useState<Name>();
  const onLinux = { experiment, ...useOnLinux(result, runtime) };
  const loaded = useMore(data, open === 'python' || open === 'evidence');
  const tabs: Tab<Name>[] = [
    {
      id: 'machine',
      label: <Translate id="figure.tab.machine">On your machine</Translate>,
      panel: () => <OnYourMachine commands={result.commands} onLinux={onLinux} />,
    },
    {
      id: 'python',
      label: <Translate id="figure.tab.python">Python</Translate>,
      panel: () => <PythonSource id={experiment.id} file={experiment.file} more={loaded} />,
    },
    {
      id: 'evidence',
      label: <Translate id="figure.tab.evidence">How do we know?</Translate>,
      panel: () => <Evidence more={loaded} onLinux={onLinux} />,
    },
    {
      id: 'data',
      label: <Translate id="figure.tab.data">Data</Translate>,
      panel: () => <DataTable result={result} />,
    },
  ];
  return (
    <details
      className={css.tabs}
      data-only="scripts"
      onToggle={(event) => setOpen(event.currentTarget.open ? 'machine' : undefined)}
    >
      <summary>
        <Translate id="figure.behind">Commands, Python, evidence, data</Translate>
      </summary>
      <Tabs
        label={translate({ id: 'figure.tabs', message: 'Behind the figure' })}
        tabs={tabs}
        open={open}
        onOpen={setOpen}
      />
    </details>
  );
}
