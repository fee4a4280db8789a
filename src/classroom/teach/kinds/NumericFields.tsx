import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Grid } from '../../../ui/layout';
import { isObject, type Json } from '../draft/path';
import { NumberField } from '../form/NumberField';
import { Radios } from '../form/RadioField';
import { SelectField } from '../form/SelectField';
import { TextField } from '../form/TextField';
import { useField } from '../useDraft';
import { Goals } from './Goals';
import { parameterOptions, summaryOptions, unitOf } from './summaries';
import { ToleranceFields } from './ToleranceFields';
import type { KindFields } from './types';

type Way = 'summary' | 'smallest' | 'largest' | 'value';

const WAYS: readonly Way[] = ['summary', 'smallest', 'largest', 'value'];

const ways = (): Record<Way, { label: string; hint: string }> => ({
  summary: {
    label: translate({ id: 'teach.numeric.summary', message: 'A number that the figure arrives at' }),
    hint: translate({
      id: 'teach.numeric.summary.hint',
      message: 'The model runs with the student’s values, and its number is the right one.',
    }),
  },
  smallest: {
    label: translate({ id: 'teach.numeric.smallest', message: 'The smallest value of a slider that meets goals' }),
    hint: translate({
      id: 'teach.numeric.smallest.hint',
      message: 'The model finds it: the smallest buffer that fills 95% of the line, say.',
    }),
  },
  largest: {
    label: translate({ id: 'teach.numeric.largest', message: 'The largest value of a slider that meets goals' }),
    hint: translate({
      id: 'teach.numeric.largest.hint',
      message: 'The other way round: the longest round trip that still does, say.',
    }),
  },
  value: {
    label: translate({ id: 'teach.numeric.value', message: 'A number you know' }),
    hint: translate({
      id: 'teach.numeric.value.hint',
      message:
        'It is the same for everybody. Students’ pages don’t contain it, so it is marked once you have the file.',
    }),
  },
});

const blank = (way: Way): Json => {
  if (way === 'value') return { value: '', unit: '' };
  return way === 'summary' ? { summary: '' } : { [way]: '', goals: [{ summary: '' }] };
};

/** Which number, and how near an answer has to be. */
export function NumericFields({ path, facts }: KindFields): ReactNode {
  const ask = useField([...path, 'ask']);
  const asked = isObject(ask.value) ? ask.value : {};
  const way = WAYS.find((each) => each in asked) ?? 'summary';
  const unit =
    way === 'value'
      ? String(asked.unit ?? '')
      : way === 'summary'
        ? unitOf(facts, asked.summary)
        : parameterUnit(facts, asked[way]);
  return (
    <>
      <Radios
        id={ask.id}
        label={translate({ id: 'teach.numeric.ask', message: 'What is asked for' })}
        problem={ask.problem}
        value={way}
        choices={WAYS.map((each) => ({ value: each, ...ways()[each] }))}
        onChoose={(chosen) => ask.set(blank(chosen as Way))}
      />
      {way === 'summary' && (
        <SelectField
          path={[...path, 'ask', 'summary']}
          label={translate({ id: 'teach.numeric.which', message: 'Which number' })}
          hint={translate({
            id: 'teach.numeric.example',
            message: 'In brackets: the result with the figure’s starting values.',
          })}
          options={summaryOptions(facts)}
        />
      )}
      {(way === 'smallest' || way === 'largest') && (
        <>
          <SelectField
            path={[...path, 'ask', way]}
            label={translate({ id: 'teach.numeric.slider', message: 'Which slider' })}
            options={parameterOptions(facts, true)}
          />
          <Goals
            path={[...path, 'ask', 'goals']}
            what="summary"
            options={summaryOptions(facts)}
            unit={(name) => unitOf(facts, name)}
          />
        </>
      )}
      {way === 'value' && (
        <Grid least="14rem" gap={5}>
          <NumberField
            path={[...path, 'ask', 'value']}
            label={translate({ id: 'teach.numeric.right', message: 'The right number' })}
          />
          <TextField
            path={[...path, 'ask', 'unit']}
            label={translate({ id: 'teach.numeric.unit', message: 'Its unit' })}
          />
        </Grid>
      )}
      <ToleranceFields path={path} unit={unit} />
    </>
  );
}

function parameterUnit(facts: KindFields['facts'], name: Json | undefined): string {
  const parameter = facts?.experiment.parameters.find((each) => each.name === name);
  return parameter?.kind === 'number' ? parameter.unit : '';
}
