import Translate from '@docusaurus/Translate';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { Page } from '../../ui/Page';
import { Sheet } from '../sheet/Sheet';
import { Desk } from './Desk';
import { begin, reduce } from './draft/reducer';
import { kept } from './draft/store';
import type { Draft } from './draft/types';
import type { PrintedSheet } from './give/types';
import { Start } from './Start';

/** The builder of assignments: the content of `/teach/`. */
export default function Teach(): ReactNode {
  const isBrowser = useIsBrowser();
  const [state, dispatch] = useReducer(reduce, undefined, () => begin());
  const [isWriting, setWriting] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const [notice, setNotice] = useState('');
  const [sheets, print] = usePrinting();

  function start(draft: Draft, about = ''): void {
    dispatch({ type: 'load', draft });
    setNotice(about);
    setWriting(true);
    setBegun(true);
    setTimeout(() => {
      window.scrollTo(0, 0);
      document.getElementById('field-title')?.focus({ preventScroll: true });
    });
  }
  return (
    <Page
      title={<Translate id="teach.page.title">Build an assignment</Translate>}
      lead={
        <Translate id="teach.page.lead">
          Each student gets different paths, sizes and delays, and the book’s models mark what comes back. There is no
          server: you give out a link, and you get a file from each student.
        </Translate>
      }
    >
      <noscript>
        <p>
          <Translate id="teach.page.noscript">
            With JavaScript on, you compose an assignment here from the book’s figures, try it as a student would, and
            leave with a link and files. You can also write the file by hand: the teacher’s guide tells you how.
          </Translate>
        </p>
      </noscript>
      <div data-only="scripts">
        {isWriting ? (
          <Desk
            {...{ state, dispatch, notice }}
            onNotice={setNotice}
            onLeave={() => setWriting(false)}
            onPrint={print}
          />
        ) : (
          <Start kept={isBrowser ? (isBegun ? state.draft : kept()) : undefined} onStart={start} />
        )}
      </div>
      {sheets.map((sheet) => (
        <Sheet key={sheet.paper.student} paper={sheet.paper} {...(sheet.keys && { keys: sheet.keys })} />
      ))}
    </Page>
  );
}

/** Sheets that are there for as long as they are printed; otherwise the page prints as it stands. */
function usePrinting(): [PrintedSheet[], (sheets: PrintedSheet[]) => void] {
  const [sheets, setSheets] = useState<PrintedSheet[]>([]);
  useEffect(() => {
    if (sheets.length === 0) return undefined;
    const done = (): void => setSheets([]);
    window.addEventListener('afterprint', done);
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', done);
    };
  }, [sheets]);
  return [sheets, setSheets];
}
