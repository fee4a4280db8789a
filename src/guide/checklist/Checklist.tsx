import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Panel';
import css from './Checklist.module.css';

/** Prints nothing of the page but the sheet; see the style sheet. */
function print(): void {
  const { dataset } = document.documentElement;
  dataset.printing = 'sheet';
  window.print();
  delete dataset.printing;
}

/** A sheet to take along: boxes to tick in front of its items, tables to fill in, and a button that prints it. */
export default function Checklist({ children }: { children: ReactNode }): ReactNode {
  return (
    <Panel className={css.sheet}>
      <Button data-only="screen scripts" className={css.print} onClick={print}>
        <Translate id="checklist.print">Print</Translate>
      </Button>
      {children}
    </Panel>
  );
}
