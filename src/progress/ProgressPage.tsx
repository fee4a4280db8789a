import Translate from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import { useBets } from '../memory/bets/useBets';
import { progress } from '../memory/progress';
import { useMemory } from '../memory/useMemory';
import type { Bank } from '../model/questions';
import { useBank } from '../practice/review/useBank';
import { Page } from '../ui/Page';
import { Notice } from '../ui/Panel';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';
import { Chapters } from './Chapters';
import { Concepts } from './Concepts';
import { FirstVisit } from './FirstVisit';
import { Forecast } from './Forecast';
import { Interviews } from './Interviews';
import { Reset } from './Reset';
import { shownParts, together } from './shown';
import { Steps } from './Steps';

/** What this browser remembers of a reader, in numbers. */
export default function ProgressPage(): ReactNode {
  const { bank, failure } = useBank();
  const { isReady, unkept } = useMemory();
  return (
    <Page
      title={<Translate id="progress.title">Progress</Translate>}
      lead={
        <Translate id="progress.lead">
          What you’ve read, bet on, answered and remembered. It’s counted in this browser, and nothing leaves it.
        </Translate>
      }
    >
      <noscript>
        <p>
          <Translate id="progress.noscript">
            This page needs JavaScript: it counts what your browser remembers of your reading and your answers, and
            estimates how much you’d still know in a month.
          </Translate>
        </p>
      </noscript>
      {unkept !== undefined && (
        <Notice tone="bad" role="note">
          {unkept}
        </Notice>
      )}
      {failure !== undefined && (
        <Notice tone="bad">
          <Translate id="progress.failure" values={{ reason: failure }}>
            {'Couldn’t load the list of questions: {reason}. Reload the page when you’re online.'}
          </Translate>
        </Notice>
      )}
      {bank && isReady ? (
        <Counted bank={bank} />
      ) : (
        failure === undefined && (
          <Text tone="soft">
            <Translate id="progress.loading">Counting …</Translate>
          </Text>
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
      <Section id="book" title={<Translate id="progress.book">The book</Translate>}>
        <Steps standing={together(counted.all, parts)} hasBets size="ui" isSum />
      </Section>
      <Forecast bank={bank} states={states} retention={settings.retention} now={now} />
      <Chapters parts={parts} />
      <Concepts bank={bank} concepts={counted.concepts} states={states} now={now} />
      <Interviews bank={bank} interviews={interviews} />
      <Reset onDone={() => setBack(true)} />
    </>
  );
}
