import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { RuntimeStatus } from '../../runtime/types';
import { DropZone } from './DropZone';
import { FileButton } from '../../ui/FileButton';
import { chosenFiles } from './intake/dropped';
import type { Found } from './intake';
import css from './Intake.module.css';
import type { SessionState } from './session';
import { sayPoints } from './words';

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
    <>
      <div className={css.intake}>
        <section aria-labelledby="grade-assignment">
          <h2 id="grade-assignment">
            <Translate id="grade.assignment">1. Your assignment</Translate>
          </h2>
          <DropZone onFiles={take}>
            {assignment ? (
              <div>
                <p className={css.title}>{assignment.head.title}</p>
                <p className={css.about}>
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
                </p>
              </div>
            ) : (
              <p>
                <Translate id="grade.assignment.drop">
                  Drop the teacher’s file here: the one that you kept when you made the assignment, not the link or the
                  file that students got.
                </Translate>
              </p>
            )}
            <FileButton
              accept=".json,application/json"
              look={assignment ? 'plain' : 'main'}
              onFiles={(files) => take(chosenFiles(files))}
            >
              {assignment
                ? translate({ id: 'grade.assignment.other', message: 'Choose another one' })
                : translate({ id: 'grade.assignment.choose', message: 'Choose the assignment' })}
            </FileButton>
          </DropZone>
        </section>
        <section aria-labelledby="grade-submissions">
          <h2 id="grade-submissions">
            <Translate id="grade.submissions">2. What was handed in</Translate>
          </h2>
          <DropZone onFiles={onSubmissions}>
            <p>
              <Translate id="grade.submissions.drop">
                Drop files, folders, or the .zip that Canvas or Moodle gives you; as often as you like. Whatever is in
                it, every file gets a row.
              </Translate>
            </p>
            <div className={css.buttons}>
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
            </div>
          </DropZone>
        </section>
      </div>
      <p className={css.busy} role="status">
        {isLoading && translate({ id: 'grade.assignment.reading', message: 'The assignment is being read …' })}
      </p>
      <div role="alert">
        {isCrowd && (
          <p className={css.complaint}>
            <Translate id="grade.assignment.one">
              The assignment is one file. What was handed in belongs in the second field.
            </Translate>
          </p>
        )}
        {complaint && <p className={css.complaint}>{complaint}</p>}
        {status.state === 'failed' && <p className={css.complaint}>{status.reason}</p>}
        {assignment && !assignment.head.secret && (
          <p className={css.warning}>
            <Translate id="grade.public">
              This is the part that students get. It has no solutions and no hidden paths: what depends on them is left
              for you to read. Load your own file to have it marked.
            </Translate>
          </p>
        )}
      </div>
    </>
  );
}
