import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Row } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { Offline } from './useOffline';
import css from './WorkState.module.css';

interface WorkStateProps {
  student: string;
  name: string;
  /** Of the session; '': there is none. */
  code: string;
  done: number;
  all: number;
  isStored: boolean;
  isFromOther: boolean;
  offline: Offline;
}

/** Whose paper it is, how far it is, and whether it is safe. */
export function WorkState({
  student,
  name,
  code,
  done,
  all,
  isStored,
  isFromOther,
  offline,
}: WorkStateProps): ReactNode {
  return (
    <Row className={css.state} isApart>
      <p>
        <b>{name || student}</b> {name && <small>{student}</small>} {code && <code>{code}</code>}
      </p>
      <Row as="ul" gap={5}>
        <Text as="li" size="note" tone="soft" isNumbers>
          {translate({ id: 'assignment.done', message: '{done} of {all} answered' }, { done, all })}
        </Text>
        <Text as="li" size="note" tone={isStored ? 'soft' : 'bad'} isStrong={!isStored}>
          {isStored ? (
            <Translate id="assignment.stored">Saved in this browser</Translate>
          ) : (
            <Translate id="assignment.unstored">
              This browser saves nothing: hand in before you close the page
            </Translate>
          )}
        </Text>
        <Text as="li" size="note" tone="soft">
          {networkInWords(offline)}
        </Text>
      </Row>
      <small role="status">
        {isFromOther && (
          <Translate id="assignment.otherTab">
            Changed in another tab a moment ago. This page now shows that version.
          </Translate>
        )}
      </small>
    </Row>
  );
}

function networkInWords({ state, isOnline }: Offline): string {
  if (!isOnline)
    return state === 'no'
      ? translate({ id: 'assignment.offline.no', message: 'Offline: you can keep working, but don’t reload' })
      : translate({ id: 'assignment.offline', message: 'Offline: everything still works' });
  if (state === 'ready') return translate({ id: 'assignment.offline.ready', message: 'Ready to work offline' });
  return state === 'no'
    ? translate({ id: 'assignment.online', message: 'Needs a connection to load' })
    : translate({ id: 'assignment.offline.preparing', message: 'Getting ready to work offline …' });
}
