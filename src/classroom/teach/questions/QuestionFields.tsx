import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useRef } from 'react';
import { Grid, Stack } from '../../../ui/layout';
import { at, type Path } from '../draft/path';
import { NO_FIGURE } from '../draft/types';
import { FigureFields } from '../figure/FigureFields';
import { useFigure } from '../figure/loadFigure';
import { Fold } from '../form/Fold';
import { NumberField } from '../form/NumberField';
import { TextField } from '../form/TextField';
import { FIELDS } from '../kinds/Kinds';
import { useField, useTeach } from '../useDraft';
import { Placeholders } from './Placeholders';
import { Reason } from './Reason';
import css from './DraftQuestion.module.css';

/** All fields of one question. */
export function QuestionFields({ path }: { path: Path }): ReactNode {
  const { draft } = useTeach();
  const kind = String(at(draft, [...path, 'kind']));
  const figure = at(draft, [...path, 'figure', 'id']);
  const facts = useFigure(typeof figure === 'string' ? figure : undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const Own = FIELDS[kind];
  return (
    <Stack gap={5} isFilled className={css.fields}>
      <Stack gap={3} isFilled>
        <TextField
          path={[...path, 'text']}
          label={translate({ id: 'teach.question.text', message: 'Text' })}
          hint={translate({
            id: 'teach.question.text.hint',
            message: 'What students read. Put `code` in backticks. A value in braces becomes the student’s own.',
          })}
          rows={4}
          area={area}
        />
        {facts && <Placeholders path={path} facts={facts} area={area} />}
      </Stack>
      {!NO_FIGURE.has(kind) && <FigureFields path={path} />}
      {Own && <Own path={path} facts={facts} />}
      {kind !== 'note' && (
        <Grid least="13rem" gap={5}>
          <NumberField
            path={[...path, 'points']}
            label={translate({ id: 'teach.question.points', message: 'Points' })}
            placeholder="1"
          />
          <NumberField
            path={[...path, 'attempts']}
            label={translate({ id: 'teach.question.attempts', message: 'Checks allowed' })}
            hint={translate({
              id: 'teach.question.attempts.hint',
              message: 'For marks shown at once. 0 means as often as they like.',
            })}
            placeholder="0"
          />
          <TextField
            path={[...path, 'id']}
            label={translate({ id: 'teach.question.id', message: 'Short name' })}
            hint={translate({
              id: 'teach.question.id.hint',
              message: 'Names a column of your table. A different name draws different values.',
            })}
            mono
          />
        </Grid>
      )}
      {kind !== 'note' && kind !== 'text' && <Reason path={path} />}
      <Teachers path={path} />
    </Stack>
  );
}

/** What only the teacher sees. */
function Teachers({ path }: { path: Path }): ReactNode {
  const solution = useField([...path, 'solution']);
  const marking = useField([...path, 'marking']);
  return (
    <Fold
      isBad={Boolean(solution.problem ?? marking.problem)}
      summary={<Translate id="teach.question.teachers">Solution and marking notes: only for you</Translate>}
    >
      <TextField
        path={[...path, 'solution']}
        label={translate({ id: 'teach.question.solution', message: 'Sample solution' })}
        hint={translate({
          id: 'teach.question.solution.hint',
          message: 'The key prints it with the student’s own values, below the model’s answer.',
        })}
        rows={3}
      />
      <TextField
        path={[...path, 'marking']}
        label={translate({ id: 'teach.question.marking', message: 'Marking notes' })}
        rows={2}
      />
    </Fold>
  );
}
