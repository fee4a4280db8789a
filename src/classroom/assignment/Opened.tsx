import Translate from '@docusaurus/Translate';
import { type ReactNode, useCallback, useState } from 'react';
import { workStore } from '../store';
import { isPlaceOf } from '../work';
import { useDesk } from '../useDesk';
import type { AssignmentHead } from '../../model/contract';
import { Notice } from '../../ui/Panel';
import { knownPlace } from './place';
import { Posed } from './Posed';
import { Preparing } from './Preparing';
import { Refused } from './Refused';
import { useAnswerOf } from '../useAnswerOf';
import { Welcome, type Who } from './Welcome';

interface OpenedProps {
  text: string;
  who: Who | undefined;
  suggested: Who;
  lms: string;
  isFixed: boolean;
  onLeave: () => void;
}

/** An assignment's text: Python reads it first. */
export function Opened({ text, ...props }: OpenedProps): ReactNode {
  const { desk } = useDesk();
  const { answer: head, failure } = useAnswerOf(useCallback((signal) => desk.assignment(text, signal), [desk, text]));
  if (failure !== undefined) return <Refused reason={failure} onLeave={props.onLeave} />;
  if (!head) return <Preparing assignment={text} />;
  return <Begun {...props} head={head} text={text} />;
}

type BegunProps = OpenedProps & { head: AssignmentHead };

/** A good assignment: somebody says who they are, or goes on. */
function Begun({ text, head, who: known, suggested, lms, isFixed, onLeave }: BegunProps): ReactNode {
  const [who, setWho] = useState<Who | undefined>(() => known ?? knownHere(head, suggested));
  const [assignment] = useState(() => JSON.stringify(head.public));
  const key = head.secret && head.feedback === 'reveal' ? text : undefined;
  return (
    <>
      {key !== undefined && (
        <Notice tone="soft" role="note">
          <Translate id="assignment.key">
            This is the key. It shows what the answers you handed in from this browser are worth. Anything you change
            from now on doesn’t count.
          </Translate>
        </Notice>
      )}
      {head.secret && key === undefined && (
        <Notice tone="partly" role="note">
          <Translate id="assignment.teachers">
            This is the teacher’s file, and it contains the answers. You see it as a student would. Don’t give it to
            students: give them the link or the file that the builder makes for them.
          </Translate>
        </Notice>
      )}
      {who ? (
        <Posed
          {...{ assignment, who, lms, answerKey: key }}
          onLeave={isFixed ? undefined : onLeave}
          onOther={() => setWho(undefined)}
        />
      ) : (
        <Welcome about={head} suggested={suggested} onBegin={setWho} />
      )}
    </>
  );
}

/** Anyone who the link is for; else who worked on it in this tab before it was reloaded. */
function knownHere({ fingerprint }: AssignmentHead, suggested: Who): Who | undefined {
  const place = knownPlace();
  const known = place && isPlaceOf(place.fingerprint, fingerprint) ? place : undefined;
  const work = known && workStore().get(known.fingerprint, known.student);
  if (!suggested.student) return work;
  return { ...suggested, ...(work?.code && work.student === suggested.student && { code: work.code }) };
}
