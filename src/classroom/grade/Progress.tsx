import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { RuntimeStatus } from '../../runtime/types';
import css from './Progress.module.css';
import type { SessionState } from './session';

interface ProgressProps {
  session: SessionState;
  status: RuntimeStatus;
  onStop: () => void;
  onGoOn: () => void;
  onClear: () => void;
}

/** How far the marking is, and the way to stop it. */
export function Progress({ session, status, onStop, onGoOn, onClear }: ProgressProps): ReactNode {
  const { assignment, rows, waiting, isMarking } = session;
  const all = rows.length + waiting;
  if (all === 0) return null;
  if (!assignment)
    return (
      <p className={css.progress} role="status">
        {translate({ id: 'grade.waiting', message: 'Files that wait for the assignment: {waiting}' }, { waiting })}
      </p>
    );
  return (
    <div className={css.progress} aria-busy={isMarking}>
      <progress
        value={rows.length}
        max={all}
        aria-label={translate({ id: 'grade.progress', message: 'Files that are marked' })}
      />
      <p>
        {translate({ id: 'grade.marked', message: '{done} of {all} marked' }, { done: rows.length, all })}
        {isMarking && status.state !== 'ready' && (
          <>
            {' · '}
            <Translate id="grade.starting">the models are being loaded …</Translate>
          </>
        )}
      </p>
      {isMarking && (
        <button type="button" onClick={({ detail }) => detail < 2 && onStop()}>
          <Translate id="grade.stop">Stop</Translate>
        </button>
      )}
      {!isMarking && waiting > 0 && (
        <button type="button" onClick={({ detail }) => detail < 2 && onGoOn()}>
          <Translate id="grade.goOn">Go on</Translate>
        </button>
      )}
      {/* On a line of its own, so that it never comes to lie where “Stop” was just pressed. */}
      <div className={css.after}>
        <p className={css.said} role="status">
          {!isMarking && waiting === 0 && translate({ id: 'grade.done', message: 'All files are marked.' })}
        </p>
        {!isMarking && (
          <button type="button" onClick={onClear}>
            <Translate id="grade.clear">Let go of all files</Translate>
          </button>
        )}
      </div>
    </div>
  );
}
