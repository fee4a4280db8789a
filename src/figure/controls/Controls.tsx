import { translate } from '@docusaurus/Translate';
import { Fragment, type ReactNode } from 'react';
import type { Parameter, Params, Value } from '../../model/contract';
import { ChoiceControl } from './ChoiceControl';
import { FlagControl } from './FlagControl';
import { Locked } from './Locked';
import { MarksControl } from './MarksControl';
import { NumberControl } from './NumberControl';
import { matters } from '../parameters';
import css from './controls.module.css';

interface ControlsProps {
  parameters: readonly Parameter[];
  params: Params;
  base: Params;
  /** Names of those that cannot be moved, and of those that are not shown. */
  locked?: readonly string[];
  hidden?: readonly string[];
  onChange: (name: string, value: Value) => void;
  onAgain: () => void;
}

const NONE: readonly string[] = [];

/** One control for each parameter of the schema that has an effect now. */
export default function Controls({
  parameters,
  params,
  base,
  locked = NONE,
  hidden = NONE,
  onChange,
  onAgain,
}: ControlsProps): ReactNode {
  function control(parameter: Parameter): ReactNode {
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
            {...common}
            {...{ parameter, changed }}
            value={Number(params[name])}
            onAgain={parameter.chance ? onAgain : undefined}
          />
        );
      case 'choice':
        return <ChoiceControl {...common} {...{ parameter, changed }} value={String(params[name])} />;
      case 'marks':
        return <MarksControl {...common} {...{ parameter, changed }} value={String(params[name])} />;
      case 'flag':
        return <FlagControl {...common} {...{ parameter, changed }} value={Boolean(params[name])} />;
    }
    return null;
  }

  return (
    <div className={css.grid} role="group" aria-label={translate({ id: 'figure.controls', message: 'Controls' })}>
      {parameters
        // Code has its own place.
        .filter((each) => !hidden.includes(each.name) && each.kind !== 'code' && matters(each, params))
        .map((parameter) =>
          locked.includes(parameter.name) ? (
            <Locked key={parameter.name}>{control(parameter)}</Locked>
          ) : (
            <Fragment key={parameter.name}>{control(parameter)}</Fragment>
          ),
        )}
    </div>
  );
}
