import Translate from '@docusaurus/Translate';
import { type ReactNode, useRef, useState } from 'react';
import type { Wanted } from '../address';
import { workStore } from '../store';
import type { Kept } from '../work';
import { useHeight } from '../../figure/embed/useHeight';
import { Stack } from '../../ui/layout';
import { Page } from '../../ui/Page';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import css from './Assignment.module.css';
import { Chooser } from './Chooser';
import { Opened } from './Opened';
import { forgetPlace, knownPlace } from './place';
import { useRestored } from './useRestored';
import { useWanted } from './useWanted';
import type { Who } from './Welcome';

/** The student's page: opens an assignment, asks who takes it, and poses its questions. */
export default function Assignment({ isEmbedded = false }: { isEmbedded?: boolean }): ReactNode {
  const wanted = useWanted();
  const isRestored = useRestored();
  const main = useRef<HTMLElement>(null);
  useHeight(main, 'assignment');
  // Both hold until the address asks for something else.
  const [chosen, setChosen] = useState<{ text: string; who?: Who; at: Wanted }>();
  const [left, setLeft] = useState<Wanted>();

  function leave(): void {
    forgetPlace();
    // Without the assignment in the address, and without a new entry of the history.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    setChosen(undefined);
    setLeft(wanted);
  }

  let content: ReactNode;
  if (!wanted || !isRestored) content = <Loading />;
  else {
    const isLeft = left === wanted;
    const opened = chosen?.at === wanted ? chosen : undefined;
    const linked = isLeft ? undefined : wanted.text;
    const last = linked || isLeft || opened ? undefined : lastOf();
    const text = opened?.text ?? linked ?? last?.assignment;
    const who = opened?.who ?? last;
    content = text ? (
      <Opened
        key={text}
        {...{ text, who }}
        suggested={{ student: wanted.student, name: wanted.name }}
        lms={wanted.lms}
        isFixed={isEmbedded}
        onLeave={leave}
      />
    ) : (
      <Chooser
        isDamaged={linked === null}
        onOpen={(file) => setChosen({ text: file, at: wanted })}
        onResume={(kept) => setChosen({ text: kept.assignment, who: kept, at: wanted })}
      />
    );
  }
  return (
    <Stack as={Page} ref={main} width="work" gap={7} isFilled className={css.page} data-embedded={isEmbedded}>
      {content}
      <noscript>
        <Notice tone="bad" role="note">
          <Translate id="assignment.noscript">
            This page needs JavaScript. It draws your own numbers, keeps your answers in this browser, runs the models
            that mark them, and makes the file you hand in. Without it, ask your teacher for the assignment on paper.
          </Translate>
        </Notice>
      </noscript>
    </Stack>
  );
}

/** What this tab had open when it was reloaded. */
function lastOf(): Kept | undefined {
  const place = knownPlace();
  return place && workStore().get(place.fingerprint, place.student);
}

const Loading = (): ReactNode => (
  <>
    <h1>
      <Translate id="assignment.title">Assignments</Translate>
    </h1>
    <Text tone="soft" data-only="scripts">
      <Translate id="assignment.loading">Loading …</Translate>
    </Text>
  </>
);
