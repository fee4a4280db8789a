import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Grid } from '../../../ui/layout';
import { at, type Path } from '../draft/path';
import { NumberField } from '../form/NumberField';
import { type Option, SelectField } from '../form/SelectField';
import { useTeach } from '../useDraft';
import { Rows } from './Rows';

interface GoalsProps {
  path: Path;
  /** `summary`, a number of the figure's; `measure`, one of an algorithm's. */
  what: 'summary' | 'measure';
  options: readonly Option[];
  unit: (name: unknown) => string;
}

/** What has to be reached: bounds on numbers, all of which must hold. */
export function Goals({ path, what, options, unit }: GoalsProps): ReactNode {
  const { draft } = useTeach();
  return (
    <Rows
      path={path}
      label={translate({ id: 'teach.goals.reach', message: 'Goals: all must be met' })}
      add={translate({ id: 'teach.goals.add', message: 'Add a goal' })}
      remove={(number) => translate({ id: 'teach.goals.remove', message: 'Remove goal {number}' }, { number })}
      least={1}
      blank={() => ({ [what]: '' })}
      row={(row) => (
        <Grid least="12rem" gap={5}>
          <SelectField
            path={[...row, what]}
            label={translate({ id: 'teach.goals.number', message: 'Number' })}
            options={options}
          />
          <NumberField
            path={[...row, 'at_least']}
            label={translate({ id: 'teach.goals.least', message: 'At least' })}
            unit={unit(at(draft, [...row, what]))}
            placeholder="–"
          />
          <NumberField
            path={[...row, 'at_most']}
            label={translate({ id: 'teach.goals.most', message: 'At most' })}
            unit={unit(at(draft, [...row, what]))}
            placeholder="–"
          />
        </Grid>
      )}
    />
  );
}
