import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Verdict } from '../../labs/session';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import css from './lab.module.css';

interface FoundProps {
  verdict: Verdict;
  /** Said if all is well, or if what was measured isn’t enough. */
  solved: ReactNode;
  unsolved: ReactNode;
}

/** What a check found. */
export function Found({ verdict: { is, says }, solved, unsolved }: FoundProps): ReactNode {
  return (
    <Notice as="div" tone={is === 'solved' ? 'good' : is === 'unusable' ? 'bad' : 'partly'}>
      <Text isStrong>
        {is === 'solved' && solved}
        {is === 'unsolved' && unsolved}
        {is === 'changed' && (
          <Translate id="linux.labs.isChanged">
            You have changed something that the task leaves as it is. Set it back:
          </Translate>
        )}
        {is === 'unusable' && (
          <Translate id="linux.labs.isUnusable">
            The machine is in no state to be measured. Switch it off and start again.
          </Translate>
        )}
      </Text>
      {is === 'changed' ? (
        <Text as="pre" size="small" className={css.changed}>
          {says}
        </Text>
      ) : (
        <Text>{says}</Text>
      )}
    </Notice>
  );
}
