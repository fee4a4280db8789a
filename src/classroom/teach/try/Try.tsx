import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Checks } from '../checks/useChecks';
import type { Desk } from '../../useDesk';
import { at } from '../draft/path';
import { useTeach } from '../useDraft';
import { Preview } from './Preview';
import { TryOut } from './TryOut';
import css from './try.module.css';

/** The assignment as students will have it, before any of them does. */
export function Try({ desk, good }: { desk: Desk; good: Checks['good'] }): ReactNode {
  const { draft } = useTeach();
  const roster = at(draft, ['roster']);
  return (
    <section aria-labelledby="try">
      <h2 id="try">
        <Translate id="teach.try">Try it</Translate>
      </h2>
      {good ? (
        <>
          <h3 className={css.head}>
            <Translate id="teach.preview">As a student</Translate>
          </h3>
          <Preview desk={desk} good={good} roster={Array.isArray(roster) ? roster.map(String) : []} />
          <h3 className={css.head}>
            <Translate id="teach.tryOut">With many students</Translate>
          </h3>
          <TryOut desk={desk} text={good.text} />
        </>
      ) : (
        <p className={css.waits}>
          <Translate id="teach.try.waits">
            Once Python has nothing against the assignment, you can take it here.
          </Translate>
        </p>
      )}
    </section>
  );
}
