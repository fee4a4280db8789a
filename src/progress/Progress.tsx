import Translate from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import { useBets } from '../memory/bets/useBets';
import { progress } from '../memory/progress';
import { useMemory } from '../memory/useMemory';
import type { Bank } from '../model/questions';
import { useBank } from '../practice/review/useBank';
import { Page } from '../ui/Page';
import { Chapters } from './Chapters';
import { Concepts } from './Concepts';
import { FirstVisit } from './FirstVisit';
import { Forecast } from './Forecast';
import { Interviews } from './Interviews';
import css from './Progress.module.css';
import { Reset } from './Reset';
import { shownParts, together } from './shown';
import { Steps } from './Steps';

/** What this browser remembers of a reader, in numbers. */
export default function Progress(): ReactNode {
  const { bank, failure } = useBank();
  const { isReady, unkept } = useMemory();
  return (
    <Page
      className={css.page}
      title={<Translate id="progress.title">Progress</Translate>}
      lead={
        <Translate id="progress.lead">
          What you have read, bet on, answered and kept. It is counted in this browser, and nothing leaves it.
        </Translate>
      }
    >
      <noscript>
        <p>
          <Translate id="progress.noscript">
            This page needs scripts: it counts what your browser remembers of your reading and your answers, and says
            how much of it you would still know in a month.
          </Translate>
        </p>
      </noscript>
      {unkept !== undefined && (
        <p className={css.problem} role="note">
          {unkept}
        </p>
      )}
      {failure !== undefined && (
        <p className={css.problem} role="alert">
          <Translate id="progress.failure" values={{ reason: failure }}>
            {'The list of questions could not be loaded: {reason}. Load the page again when you are online.'}
          </Translate>
        </p>
      )}
      {bank && isReady ? (
        <Counted bank={bank} />
      ) : (
        failure === undefined && (
          <p className={css.soft}>
            <Translate id="progress.loading">Counting …</Translate>
          </p>
        )
      )}
    </Page>
  );
}

function Counted({ bank }: { bank: Bank }): ReactNode {
  const { states, read, settings, interviews } = useMemory();
  const bets = useBets();
  const [now] = useState(() => Date.now());
  const counted = useMemo(() => progress({ bank, states, read, bets }), [bank, states, read, bets]);
  const parts = useMemo(() => shownParts(bank.parts, counted.chapters), [bank, counted]);
  const [isBack, setBack] = useState(false);
  const isEmpty = states.size + read.size + bets.length + interviews.length === 0;
  if (isEmpty) return <FirstVisit bank={bank} isBack={isBack} />;
  return (
    <>
      <section aria-labelledby="book">
        <h2 id="book">
          <Translate id="progress.book">The book</Translate>
        </h2>
        <Steps standing={together(counted.all, parts)} hasBets isSum />
      </section>
      <Forecast bank={bank} states={states} retention={settings.retention} now={now} />
      <Chapters parts={parts} />
      <Concepts bank={bank} concepts={counted.concepts} states={states} now={now} />
      <Interviews bank={bank} interviews={interviews} />
      <Reset onDone={() => setBack(true)} />
    </>
  );
}
