import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { FieldGroup, Problem } from '../../../ui/Field';
import { Grid, Stack } from '../../../ui/layout';
import type { Parameter } from '../../../model/contract';
import type { Path } from '../draft/path';
import { DrawInput } from '../figure/DrawInput';
import figure from '../figure/figure.module.css';
import { begun, countOf, type How, howOf } from '../figure/how';
import { useFigure } from '../figure/loadFigure';
import { hows } from '../figure/labels';
import { NumberField } from '../form/NumberField';
import { TextField } from '../form/TextField';
import { wrongOf } from '../form/wrongOf';
import { useField } from '../useDraft';
import { Goals } from './Goals';
import type { KindFields } from './types';

/** What a path is made of: controls of the figure in which readers race their algorithms. */
const RACE = 'your-algorithm';
const PARTS = ['rate', 'rtt', 'buffer', 'loss', 'duration'];

/** What can be measured (`inflight/classroom/kinds/algorithm.py:MEASURES`). */
const measures = (): Record<string, [label: string, unit: string]> => ({
  score: [translate({ id: 'teach.measure.score', message: 'Score (Kleinrock’s power)' }), ''],
  utilisation: [translate({ id: 'teach.measure.utilisation', message: 'Utilisation' }), '%'],
  delay: [
    translate({ id: 'teach.measure.delay', message: 'Mean round-trip time' }),
    translate({ id: 'teach.measure.delay.unit', message: '× the empty path’s' }),
  ],
  loss: [translate({ id: 'teach.measure.loss', message: 'Segments retransmitted' }), '%'],
  share: [translate({ id: 'teach.measure.share', message: 'Share next to a competing flow' }), '%'],
});

/** The paths, the goals, and the code to start from. */
export function AlgorithmFields({ path }: KindFields): ReactNode {
  const facts = useFigure(RACE);
  const draws = useField([...path, 'path']);
  const parameters = PARTS.flatMap((name) => facts?.experiment.parameters.find((each) => each.name === name) ?? []);
  return (
    <>
      <FieldGroup
        id={draws.id}
        label={translate({ id: 'teach.algorithm.path', message: 'Paths: what they are drawn from' })}
        {...wrongOf(draws)}
      >
        <Stack as="ul" gap={3} isFilled isRuled>
          {parameters.map((parameter) => (
            <PathRow key={parameter.name} parameter={parameter} path={[...path, 'path', parameter.name]} />
          ))}
        </Stack>
      </FieldGroup>
      <Grid least="14rem" gap={5}>
        <NumberField
          path={[...path, 'shown']}
          label={translate({ id: 'teach.algorithm.shown', message: 'Paths that students see' })}
        />
        <NumberField
          path={[...path, 'hidden']}
          label={translate({ id: 'teach.algorithm.hidden', message: 'Hidden paths, drawn from your secret' })}
        />
      </Grid>
      <Goals
        path={[...path, 'goals']}
        what="measure"
        options={Object.entries(measures()).map(([value, [label]]) => ({ value, label }))}
        unit={(name) => measures()[String(name)]?.[1] ?? ''}
      />
      <TextField
        path={[...path, 'code']}
        label={translate({ id: 'teach.algorithm.code', message: 'Code to start from' })}
        hint={translate({
          id: 'teach.algorithm.code.hint',
          message: 'If you leave it empty, students start from Reno as the book has it.',
        })}
        rows={10}
        mono
      />
    </>
  );
}

function PathRow({ parameter, path }: { parameter: Parameter; path: Path }): ReactNode {
  const { id, value, set, problem } = useField(path, true);
  const { label, name } = parameter;
  const count = countOf(value);
  return (
    <li className={figure.parameter} data-set={value !== undefined}>
      <span className={figure.name}>
        {label} <code>{name}</code>
      </span>
      <select
        id={id}
        value={howOf(value)}
        aria-label={translate({ id: 'teach.how', message: '{label}: which value' }, { label })}
        onChange={({ target }) => set(begun(target.value as How, parameter, parameter.default))}
      >
        <option value="left">{translate({ id: 'teach.algorithm.usual', message: 'the usual' })}</option>
        {(['fixed', 'list', 'range'] as const).map((each) => (
          <option key={each} value={each}>
            {hows()[each]}
          </option>
        ))}
      </select>
      <span className={figure.value}>
        <DrawInput {...{ parameter, value, set }} problem={problem && `${id}-said`} />
        {count !== undefined && count > 1 && (
          <small>{translate({ id: 'teach.draw.count', message: '{count} values' }, { count })}</small>
        )}
      </span>
      <Problem id={`${id}-said`} {...wrongOf({ problem })} />
    </li>
  );
}
