import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { AssignmentHead } from '../../model/contract';
import type { RuntimeStatus } from '../../runtime/types';
import { FileButton } from '../../ui/FileButton';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { sayPoints } from './asText';
import { DropZone } from './DropZone';
import { chosenFiles } from './intake/dropped';
import type { Found } from './intake';
import css from './Intake.module.css';
import type { SessionState } from './session';

interface IntakeProps {
  session: SessionState;
  status: RuntimeStatus;
  onAssignment: (file: Found) => void;
  onSubmissions: (files: Found[]) => void;
}

/** Where files come in: the teacher's own, then the students'. */
export function Intake({ session, status, onAssignment, onSubmissions }: IntakeProps): ReactNode {
  const { assignment, complaint, isLoading } = session;
  const [isCrowd, setCrowd] = useState(false);
  const take = ([file, ...others]: Found[]): void => {
    setCrowd(others.length > 0);
    if (file && others.length === 0) onAssignment(file);
  };
  return (
    <Stack isFilled gap={3}>
      <div className={css.intake} data-only="screen scripts">
        <section aria-labelledby="grade-assignment">
          <h2 id="grade-assignment">
            <Translate id="grade.assignment">1. Your assignment</Translate>
          </h2>
          <DropZone onFiles={take}>
            {assignment ? (
              <div>
                <Text size="body" isStrong>
                  {assignment.head.title}
                </Text>
                <small>
                  <Translate
                    id="grade.assignment.about"
                    values={{
                      questions: assignment.head.questions.filter(({ kind }) => kind !== 'note').length,
                      points: sayPoints(assignment.head.points),
                      fingerprint: <code>{assignment.head.fingerprint}</code>,
                    }}
                  >
                    {'{questions} questions, {points} points, fingerprint {fingerprint}'}
                  </Translate>
                </small>
              </div>
            ) : (
              <p>
                <Translate id="grade.assignment.drop">
                  Drop the teacher’s file here: the one you saved when you made the assignment, not the link or file you
                  gave to students.
                </Translate>
              </p>
            )}
            <FileButton
              accept=".json,application/json"
              look={assignment ? 'plain' : 'main'}
              onFiles={(files) => take(chosenFiles(files))}
            >
              {assignment
                ? translate({ id: 'grade.assignment.other', message: 'Choose another file' })
                : translate({ id: 'grade.assignment.choose', message: 'Choose the assignment' })}
            </FileButton>
          </DropZone>
        </section>
        <section aria-labelledby="grade-submissions">
          <h2 id="grade-submissions">
            <Translate id="grade.submissions">2. What your students handed in</Translate>
          </h2>
          <DropZone onFiles={onSubmissions}>
            <p>
              <Translate id="grade.submissions.drop">
                Drop files, folders, or the .zip from Canvas or Moodle, as often as you like. Every file gets a row,
                whatever is in it.
              </Translate>
            </p>
            <Row gap={3}>
              <FileButton
                isMany
                look={assignment ? 'main' : 'plain'}
                onFiles={(files) => onSubmissions(chosenFiles(files))}
              >
                <Translate id="grade.submissions.choose">Choose files</Translate>
              </FileButton>
              <FileButton isFolder onFiles={(files) => onSubmissions(chosenFiles(files))}>
                <Translate id="grade.submissions.folder">Choose a folder</Translate>
              </FileButton>
            </Row>
          </DropZone>
        </section>
      </div>
      <Text tone="soft" role="status">
        {isLoading && translate({ id: 'grade.assignment.reading', message: 'Reading the assignment …' })}
      </Text>
      {isCrowd && (
        <Notice tone="bad">
          <Translate id="grade.assignment.one">
            The assignment is a single file. What your students handed in goes into the second field.
          </Translate>
        </Notice>
      )}
      {complaint && <Notice tone="bad">{complaint}</Notice>}
      {status.state === 'failed' && <Notice tone="bad">{status.reason}</Notice>}
      {assignment && !assignment.head.secret && isStrict(assignment.head) && (
        <Notice tone="bad">
          <Translate id="grade.public.strict">
            This is the students’ file, which has no codes and no right answers. Nothing can be marked with it, so load
            your own file.
          </Translate>
        </Notice>
      )}
      {assignment && !assignment.head.secret && !isStrict(assignment.head) && (
        <Notice tone="partly">
          <Translate id="grade.public">
            This is the students’ file. It has no solutions and no hidden paths, so anything that depends on them is
            left for you to read. Load your own file to have it marked.
          </Translate>
        </Notice>
      )}
    </Stack>
  );
}

/** Does marking need what students do not have? */
const isStrict = ({ proctored, feedback }: AssignmentHead): boolean => proctored || feedback === 'reveal';
