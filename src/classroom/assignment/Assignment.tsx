import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Wanted } from '../address';
import { workStore } from '../store';
import { useDesk } from '../useDesk';
import type { Kept } from '../work';
import type { AssignmentHead } from '../../model/contract';
import { useHeight } from '../../figure/embed/useHeight';
import css from './Assignment.module.css';
import { Chooser } from './Chooser';
import { forgetPlace, keepPlace, knownPlace } from './place';
import { Take } from './Take';
import { useAsked } from './useAsked';
import { useOffline } from './useOffline';
import { useReport } from './useReport';
import { useWanted } from './useWanted';
import { Welcome, type Who } from './Welcome';
import { Button } from '../../ui/Button';

/** The student's page: opens an assignment, asks who takes it, and poses its questions. */
export default function Assignment({ isEmbedded = false }: { isEmbedded?: boolean }): ReactNode {
  const wanted = useWanted();
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
  if (!wanted) content = <Loading />;
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
    <main ref={main} className={css.page} data-embedded={isEmbedded}>
      {content}
      <noscript>
        <p className={css.problem}>
          <Translate id="assignment.noscript">
            This page needs scripts: it draws your own numbers, keeps your answers in this browser, runs the models that
            mark them, and makes the file to hand in. Ask your teacher for the assignment on paper.
          </Translate>
        </p>
      </noscript>
    </main>
  );
}

/** What this tab had open when it was reloaded. */
function lastOf(): Kept | undefined {
  const place = knownPlace();
  return place && workStore().get(place.fingerprint, place.student);
}

function Loading(): ReactNode {
  return (
    <>
      <h1>
        <Translate id="assignment.title">Assignments</Translate>
      </h1>
      <p className={css.soft}>
        <Translate id="assignment.loading">Loading …</Translate>
      </p>
    </>
  );
}

interface OpenedProps {
  text: string;
  who: Who | undefined;
  suggested: Who;
  lms: string;
  isFixed: boolean;
  onLeave: () => void;
}

/** An assignment's text: Python reads it first. */
function Opened({ text, ...props }: OpenedProps): ReactNode {
  const { desk } = useDesk();
  const { answer: head, failure } = useAsked(useCallback((signal) => desk.assignment(text, signal), [desk, text]));
  if (failure !== undefined) return <Refused reason={failure} onLeave={props.onLeave} />;
  if (!head) return <Preparing title={titleIn(text)} />;
  return <Begun {...props} head={head} />;
}

function Refused({ reason, onLeave }: { reason: string; onLeave: () => void }): ReactNode {
  return (
    <>
      <h1>
        <Translate id="assignment.refused">This assignment cannot be opened</Translate>
      </h1>
      <p className={css.problem} role="alert">
        {reason}
      </p>
      <p>
        <Button onClick={onLeave}>
          <Translate id="assignment.another">Open another one</Translate>
        </Button>
      </p>
    </>
  );
}

/** The title, while Python is on its way. */
function Preparing({ title }: { title: string }): ReactNode {
  return (
    <>
      <h1>{title}</h1>
      <p className={css.soft} role="status">
        <Translate id="assignment.preparing">Python is loading, which draws your numbers …</Translate>
      </p>
    </>
  );
}

function titleIn(text: string): string {
  try {
    const { title } = JSON.parse(text) as { title?: unknown };
    if (typeof title === 'string' && title) return title;
  } catch {
    // Python says what is wrong with it
  }
  return translate({ id: 'assignment.untitled', message: 'Assignment' });
}

type BegunProps = Omit<OpenedProps, 'text'> & { head: AssignmentHead };

/** A good assignment: somebody says who they are, or goes on. */
function Begun({ head, who: known, suggested, lms, isFixed, onLeave }: BegunProps): ReactNode {
  const [who, setWho] = useState<Who | undefined>(() => known ?? knownHere(head, suggested));
  const [assignment] = useState(() => JSON.stringify(head.public));
  return (
    <>
      {head.secret && (
        <p className={css.teacher} role="note">
          <Translate id="assignment.teachers">
            This is the teacher’s file, with the answers in it. You see it as a student would. Do not give it to
            students: give them the link or the file that the builder makes for them.
          </Translate>
        </p>
      )}
      {who ? (
        <Posed
          {...{ assignment, who, lms }}
          onLeave={isFixed ? undefined : onLeave}
          onOther={() => setWho(undefined)}
        />
      ) : (
        <Welcome about={head} suggested={suggested} onBegin={setWho} />
      )}
    </>
  );
}

/** Whoever the link is for; else who worked on it in this tab before it was reloaded. */
function knownHere({ fingerprint }: AssignmentHead, suggested: Who): Who | undefined {
  if (suggested.student) return suggested;
  const place = knownPlace();
  return place?.fingerprint === fingerprint ? workStore().get(fingerprint, place.student) : undefined;
}

interface PosedProps {
  assignment: string;
  who: Who;
  lms: string;
  onLeave: (() => void) | undefined;
  onOther: () => void;
}

/** The questions as this student has them. */
function Posed({ assignment, who, lms, onLeave, onOther }: PosedProps): ReactNode {
  const { desk } = useDesk();
  const { student } = who;
  const ask = useCallback(
    (signal: AbortSignal) => desk.paper(assignment, student, signal),
    [desk, assignment, student],
  );
  const { answer: paper, failure } = useAsked(ask);
  const offline = useOffline(paper);
  const report = useReport(lms);
  if (failure !== undefined) return <Refused reason={failure} onLeave={onOther} />;
  if (!paper) return <Preparing title={titleIn(assignment)} />;
  keepPlace({ fingerprint: paper.assignment.fingerprint, student: paper.student });
  return <Take {...{ assignment, paper, offline, onLeave }} name={who.name} onReport={report} />;
}
