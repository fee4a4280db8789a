import Translate from '@docusaurus/Translate';
import { type Dispatch, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { useDesk } from '../useDesk';
import { AssignmentHead } from './AssignmentHead';
import { useChecks } from './checks/useChecks';
import css from './Desk.module.css';
import type { Action, State } from './draft/reducer';
import { keep } from './draft/store';
import { DraftState } from './DraftState';
import { Give } from './give/Give';
import type { PrintedSheet } from './give/types';
import { Questions } from './questions/Questions';
import { Try } from './try/Try';
import { TeachContext } from './useDraft';

interface DeskProps {
  state: State;
  dispatch: Dispatch<Action>;
  /** A word on what was opened. */
  notice: string;
  onNotice: (notice: string) => void;
  onLeave: () => void;
  onPrint: (sheets: PrintedSheet[]) => void;
}

/** Keeping it is not worth doing for every letter. */
const PAUSE_MS = 300;

/** Where an assignment is written, tried and handed out. */
export function Desk({ state, dispatch, notice, onNotice, onLeave, onPrint }: DeskProps): ReactNode {
  const { desk, wake } = useDesk();
  const { draft } = state;
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    wake();
  }, [wake]);
  useEffect(() => {
    const save = (): void => setKept(keep(draft));
    const timer = setTimeout(save, PAUSE_MS);
    // Who leaves at once has written it all the same.
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [draft]);

  const checks = useChecks(desk, draft);
  const { problems } = checks;
  const teach = useMemo(() => ({ draft, dispatch, problems }), [draft, dispatch, problems]);
  const good = checks.good;
  return (
    <TeachContext value={teach}>
      <div className={css.desk}>
        <DraftState {...{ state, checks, isKept, onLeave }} />
        <div>
          {notice && (
            <Notice as={Row} isCentred>
              <span>{notice}</span>
              <Button onClick={() => onNotice('')}>
                <Translate id="teach.notice.close">OK</Translate>
              </Button>
            </Notice>
          )}
          <AssignmentHead />
          <Questions state={state} />
          <Try desk={desk} good={good} />
          <Give desk={desk} good={good} onPrint={onPrint} />
        </div>
      </div>
    </TeachContext>
  );
}
