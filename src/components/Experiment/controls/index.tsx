import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Parameter, Params, Value } from '../../../model/types';
import { ChoiceControl } from './ChoiceControl';
import { FlagControl } from './FlagControl';
import { NumberControl } from './NumberControl';
import css from './controls.module.css';

interface ControlsProps {
  parameters: readonly Parameter[];
  params: Params;
  base: Params;
  onChange: (name: string, value: Value) => void;
  onAgain: () => void;
}

/** One control for each parameter of the schema. */
export default function Controls({ parameters, params, base, onChange, onAgain }: ControlsProps): ReactNode {
  return (
    <div className={css.grid} role="group" aria-label={translate({ id: 'figure.controls', message: 'Controls' })}>
      {parameters.map((parameter) => {
        const { name } = parameter;
        const common = {
          onChange: (value: Value) => onChange(name, value),
          onReset: () => onChange(name, base[name]!),
        };
        const changed = params[name] !== base[name];
        switch (parameter.kind) {
          case 'number':
            return (
              <NumberControl
                key={name}
                {...common}
                {...{ parameter, changed }}
                value={Number(params[name])}
                onAgain={parameter.quantity === 'loss' ? onAgain : undefined}
              />
            );
          case 'choice':
            return <ChoiceControl key={name} {...common} {...{ parameter, changed }} value={String(params[name])} />;
          case 'flag':
            return <FlagControl key={name} {...common} {...{ parameter, changed }} value={Boolean(params[name])} />;
        }
      })}
    </div>
  );
}
