import { usePluginData } from '@docusaurus/useGlobalData';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Desk } from '../useDesk';
import { askOnce, STUDENTS } from '../../runtime';
import type { RuntimeUrls } from '../../runtime/types';
import { markerOf } from './marking';
import { Session, type SessionState } from './session';

/** While one file's code runs in the sandbox, the models mark another. */
const ABREAST = 3;

/** The page's only session; what it holds is gone with the page. */
export function useSession(desk: Desk): { session: Session; state: SessionState } {
  const { runtime: urls } = usePluginData('inflight') as { runtime: RuntimeUrls };
  const [session] = useState(
    () =>
      new Session(
        desk,
        (assignment) =>
          markerOf(assignment, desk, (runs, signal) => askOnce(urls, STUDENTS, 'decisions', runs, signal)),
        ABREAST,
      ),
  );
  useEffect(() => session.stop, [session]);
  const state = useSyncExternalStore(session.subscribe, session.state, session.state);
  return { session, state };
}
