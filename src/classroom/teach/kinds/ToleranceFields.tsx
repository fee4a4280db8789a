import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Grid } from '../../../ui/layout';
import { at, isObject, type Path } from '../draft/path';
import { NumberField } from '../form/NumberField';
import { Radios } from '../form/RadioField';
import { useField, useTeach } from '../useDraft';

/** How near a number has to be. `path`: of the question. */
export function ToleranceFields({ path, unit }: { path: Path; unit: string }): ReactNode {
  const { draft } = useTeach();
  const tolerance = useField([...path, 'tolerance']);
  const isAbsolute = isObject(tolerance.value) && 'plus_minus' in tolerance.value;
  return (
    <Grid least="14rem" gap={5}>
      <Radios
        id={tolerance.id}
        label={translate({ id: 'teach.numeric.tolerance', message: 'How close' })}
        problem={tolerance.problem}
        value={isAbsolute ? 'plus_minus' : 'percent'}
        choices={[
          { value: 'percent', label: translate({ id: 'teach.numeric.percent', message: 'within a percentage' }) },
          { value: 'plus_minus', label: translate({ id: 'teach.numeric.plusMinus', message: 'within an amount' }) },
        ]}
        onChoose={(chosen) => tolerance.set({ [chosen]: chosen === 'percent' ? 5 : '' })}
      />
      <NumberField
        key={String(isAbsolute)}
        path={[...path, 'tolerance', isAbsolute ? 'plus_minus' : 'percent']}
        label={
          isAbsolute
            ? translate({ id: 'teach.numeric.amount', message: 'Plus or minus' })
            : translate({ id: 'teach.numeric.share', message: 'Per cent of the right number' })
        }
        unit={isAbsolute ? unit : '%'}
        placeholder={at(draft, [...path, 'tolerance']) === undefined ? '5' : ''}
      />
    </Grid>
  );
}
