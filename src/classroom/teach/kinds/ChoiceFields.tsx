import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Check } from '../../../ui/Field';
import { Grid, Stack } from '../../../ui/layout';
import { at, isObject, type Json, put } from '../draft/path';
import { hasNothingRight } from '../draft/right';
import type { Question } from '../draft/types';
import { FlagField } from '../form/ChecksField';
import { Radios } from '../form/RadioField';
import { SelectField } from '../form/SelectField';
import { TextField } from '../form/TextField';
import { useField, useTeach } from '../useDraft';
import { ChoiceAt } from './ChoiceAt';
import { Rows } from './Rows';
import { summaryOptions } from './summaries';
import type { KindFields } from './types';

/** Texts to choose from. Which is right, the teacher says, or the model does. */
export function ChoiceFields({ path, facts }: KindFields): ReactNode {
  const { draft, dispatch } = useTeach();
  const choices = useField([...path, 'choices']);
  const best = useField([...path, 'best']);
  const isModelled = isObject(best.value);
  const isMany = at(draft, [...path, 'many']) === true;
  const rows = Array.isArray(choices.value) ? choices.value : [];

  function decide(way: string): void {
    const question = at(draft, path);
    if (!isObject(question) || (way === 'model') === isModelled) return;
    const rest = put(put(question, ['best'], undefined), ['many'], undefined) as Record<string, Json>;
    const fresh: Record<string, Json> =
      way === 'model'
        ? { ...rest, choices: rows.map(modelled), best: { summary: '', most: true } }
        : { ...rest, choices: rows.map(marked) };
    dispatch({ type: 'put', path, value: fresh });
  }
  const onlyRight = (place: number): void =>
    choices.set(rows.map((row, other) => ({ ...(isObject(row) ? row : {}), right: other === place })));

  return (
    <>
      <Radios
        id={`${choices.id}-way`}
        label={translate({ id: 'teach.choice.who', message: 'Who decides which is right' })}
        value={isModelled ? 'model' : 'teacher'}
        choices={[
          {
            value: 'teacher',
            label: translate({ id: 'teach.choice.teacher', message: 'I do' }),
            hint: translate({ id: 'teach.choice.teacher.hint', message: 'The same choices are right for everybody.' }),
          },
          {
            value: 'model',
            label: translate({ id: 'teach.choice.model', message: 'The model decides' }),
            hint: translate({
              id: 'teach.choice.model.hint',
              message: 'Each choice is a change of the figure. Which of them wins can differ from student to student.',
            }),
          },
        ]}
        onChoose={decide}
      />
      {isModelled ? (
        <Grid least="14rem" gap={5}>
          <SelectField
            path={[...path, 'best', 'summary']}
            label={translate({ id: 'teach.choice.best', message: 'What counts' })}
            options={summaryOptions(facts)}
          />
          <SelectField
            path={[...path, 'best', 'most']}
            label={translate({ id: 'teach.choice.wins', message: 'Which wins' })}
            options={[
              { value: 'true', label: translate({ id: 'teach.choice.most', message: 'the largest' }) },
              { value: 'false', label: translate({ id: 'teach.choice.least', message: 'the smallest' }) },
            ]}
            read={(value) => value === 'true'}
          />
        </Grid>
      ) : (
        <FlagField
          path={[...path, 'many']}
          label={translate({ id: 'teach.choice.many', message: 'Students may pick several, and several may be right' })}
        />
      )}
      <Rows
        path={[...path, 'choices']}
        label={translate({ id: 'teach.choice.choices', message: 'Choices' })}
        hint={translate({
          id: 'teach.choice.order',
          message: 'Each student gets them in a different order. Your explanation of a choice appears with the mark.',
        })}
        add={translate({ id: 'teach.choice.add', message: 'Add a choice' })}
        remove={(number) => translate({ id: 'teach.choice.remove', message: 'Remove choice {number}' }, { number })}
        least={2}
        blank={(): Json => (isModelled ? { text: '', at: {} } : { text: '', right: false })}
        row={(row, place) => (
          <Stack isFilled>
            <TextField
              path={[...row, 'text']}
              label={translate({ id: 'teach.choice.text', message: 'Choice {number}' }, { number: place + 1 })}
            />
            {isModelled ? (
              <ChoiceAt path={[...row, 'at']} facts={facts} number={place + 1} />
            ) : (
              <Check
                type={isMany ? 'checkbox' : 'radio'}
                name={`${choices.id}-right`}
                label={translate(
                  { id: 'teach.choice.right', message: 'Choice {number} is right' },
                  { number: place + 1 },
                )}
                checked={at(draft, [...row, 'right']) === true}
                onChange={({ target }) =>
                  isMany ? dispatch({ type: 'put', path: [...row, 'right'], value: target.checked }) : onlyRight(place)
                }
              />
            )}
            <TextField
              path={[...row, 'why']}
              label={translate({ id: 'teach.choice.why', message: 'Why, or why not (optional)' })}
            />
          </Stack>
        )}
      />
      <small role="status">
        {hasNothingRight(at(draft, path) as Question) &&
          translate({
            id: 'teach.choice.none',
            message:
              '○ None of them is marked as right. If you leave it like this, you’ll have to read and mark each answer yourself.',
          })}
      </small>
    </>
  );
}

const modelled = (row: Json): Json => put(put(row, ['right'], undefined), ['at'], {});

const marked = (row: Json, place: number): Json => put(put(row, ['at'], undefined), ['right'], place === 0);
