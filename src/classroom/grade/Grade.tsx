import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode } from 'react';
import { useDesk } from '../useDesk';
import { Stack } from '../../ui/layout';
import { Page } from '../../ui/Page';
import { Notice } from '../../ui/Panel';
import { Intake } from './Intake';
import { Marks } from './Marks';
import { Meaning } from './Meaning';
import { MarkingProgress } from './MarkingProgress';
import { useGone } from './useGone';
import { countOf } from './hand';
import { useHand } from './useHand';
import { useNoStray } from './useNoStray';
import { useSession } from './useSession';

/** The teacher's desk: an assignment and what was handed in go in, marks come out, and nothing leaves the page. */
export default function Grade(): ReactNode {
  const { desk, status, wake } = useDesk();
  const { session, state } = useSession(desk);
  const { assignment, rows, waiting } = state;
  const keeping = useHand(assignment && `${assignment.head.id}.${assignment.head.fingerprint}`);
  const gone = useGone(rows.length);
  const given = countOf(keeping.hand);
  useNoStray();
  return (
    <Page
      title={<Translate id="grade.title">Marking</Translate>}
      lead={
        <Translate id="grade.intro">
          Drop your assignment and what your students handed in. The models mark every file again, here, in your
          browser. Nothing is uploaded anywhere.
        </Translate>
      }
    >
      <Stack gap={5} isFilled>
        <noscript>
          <Notice tone="partly" role="note">
            <Translate id="grade.noscript">
              With scripts, this page reads an assignment and the files that students handed in, lets the models mark
              each of them, and gives you a table, its CSV, and what needs your eyes. Without scripts the command line
              does the same: inflight grade submissions/ --assignment assignment.json --csv grades.csv
            </Translate>
          </Notice>
        </noscript>
        {gone > 0 && (
          <Notice tone="partly">
            <Translate id="grade.gone" values={{ gone }}>
              {
                'This page was loaded anew, and its {gone} rows are gone. Drop the assignment and the files again. Points that you gave by hand are kept.'
              }
            </Translate>
          </Notice>
        )}
        <Intake
          session={state}
          status={status}
          onAssignment={(file) => {
            wake();
            void session.load(file);
          }}
          onSubmissions={(files) => void session.add(files)}
        />
        <MarkingProgress
          session={state}
          status={status}
          onStop={session.stop}
          onGoOn={session.goOn}
          onClear={session.clear}
        />
        {assignment && rows.length + waiting > 0 && (
          <small>
            {translate({
              id: 'grade.kept',
              message: 'Rows live as long as this page. Points given by hand stay in this browser.',
            })}
          </small>
        )}
        {assignment && given > 0 && rows.length === 0 && (
          <small>
            {translate(
              { id: 'grade.hand.there', message: 'This browser has points by hand for this assignment: {given}.' },
              { given },
            )}
          </small>
        )}
      </Stack>
      {assignment && rows.length > 0 && (
        <Marks
          key={assignment.head.fingerprint}
          desk={desk}
          session={session}
          state={state}
          assignment={assignment}
          keeping={keeping}
        />
      )}
      <Meaning />
    </Page>
  );
}
