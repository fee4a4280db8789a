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
          Drop your assignment and the files your students handed in. The models mark every file again, right here in
          your browser. Nothing is uploaded.
        </Translate>
      }
    >
      <Stack gap={5} isFilled>
        <noscript>
          <Notice tone="partly" role="note">
            <Translate id="grade.noscript">
              With JavaScript on, this page reads an assignment and the files your students handed in, lets the models
              mark each of them, and gives you a table, a CSV file, and whatever you have to read yourself. Without
              JavaScript, the command line does the same: inflight grade submissions/ --assignment assignment.json --csv
              grades.csv
            </Translate>
          </Notice>
        </noscript>
        {gone > 0 && (
          <Notice tone="partly">
            <Translate id="grade.gone" values={{ gone }}>
              {
                'This page was reloaded, so its {gone} rows are gone. Drop the assignment and the files again. The points you gave by hand are still here.'
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
              message: 'The rows last as long as this page is open. Points you give by hand stay in this browser.',
            })}
          </small>
        )}
        {assignment && given > 0 && rows.length === 0 && (
          <small>
            {translate(
              {
                id: 'grade.hand.there',
                message: 'Points by hand for this assignment, saved in this browser: {given}.',
              },
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
