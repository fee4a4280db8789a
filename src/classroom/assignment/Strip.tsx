import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import css from './Assignment.module.css';
import type { Offline } from './useOffline';

interface StripProps {
  student: string;
  name: string;
  done: number;
  all: number;
  isStored: boolean;
  isFromOther: boolean;
  offline: Offline;
}

/** Whose paper it is, how far it is, and whether it is safe. */
export function Strip({ student, name, done, all, isStored, isFromOther, offline }: StripProps): ReactNode {
  return (
    <div className={css.strip}>
      <p className={css.whose}>
        <b>{name || student}</b>
        {name && <span>{student}</span>}
      </p>
      <ul className={css.states}>
        <li>{translate({ id: 'assignment.done', message: '{done} of {all} answered' }, { done, all })}</li>
        <li data-bad={!isStored}>
          {isStored ? (
            <Translate id="assignment.stored">Kept in this browser</Translate>
          ) : (
            <Translate id="assignment.unstored">
              This browser keeps nothing: hand in before you close the page
            </Translate>
          )}
        </li>
        <li>{networkInWords(offline)}</li>
      </ul>
      <p className={css.notice} role="status">
        {isFromOther && (
          <Translate id="assignment.otherTab">
            Changed in another tab a moment ago; this is what stands there now.
          </Translate>
        )}
      </p>
    </div>
  );
}

function networkInWords({ state, isOnline }: Offline): string {
  if (!isOnline)
    return state === 'no'
      ? translate({ id: 'assignment.offline.no', message: 'Offline: go on, but do not reload' })
      : translate({ id: 'assignment.offline', message: 'Offline: everything goes on' });
  if (state === 'ready') return translate({ id: 'assignment.offline.ready', message: 'Ready for offline' });
  return state === 'no'
    ? translate({ id: 'assignment.online', message: 'Needs a connection when it is loaded' })
    : translate({ id: 'assignment.offline.preparing', message: 'Getting ready for offline …' });
}
