import Translate, { translate } from '@docusaurus/Translate';
import { Fragment, type ReactNode, useId, useState } from 'react';
import type { Parameter, Params, Value } from '../../model/contract';
import { Button } from '../../ui/Button';
import { ChoiceControl } from './ChoiceControl';
import { FlagControl } from './FlagControl';
import { Locked } from './Locked';
import { MarksControl } from './MarksControl';
import { NumberControl } from './NumberControl';
import { usePersisted } from '../../memory/persisted';
import { matters } from '../parameters';
import { named } from './named';
import css from './controls.module.css';

interface ControlsProps {
  parameters: readonly Parameter[];
  /** Names of those that stand there before a reader asks for all. */
  knobs: readonly string[];
  params: Params;
  base: Params;
  /** Names of those that cannot be moved, and of those that are not shown. */
  locked?: readonly string[];
  hidden?: readonly string[];
  onChange: (name: string, value: Value) => void;
  onAgain: () => void;
}

const NONE: readonly string[] = [];

/**
 * One control for each parameter of the schema that has an effect now. Before a reader asks for all of them there are a
 * few, and their names in Linux, their help and the fields for exact values show when one is pointed at or has the focus.
 */
export default function Controls({
  parameters,
  knobs,
  params,
  base,
  locked = NONE,
  hidden = NONE,
  onChange,
  onAgain,
}: ControlsProps): ReactNode {
  const group = useId();
  const [isAsked, setAsked] = useState(false);
  const [isNamed] = usePersisted(named);
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

  // Code has its own place.
  const all = parameters.filter((each) => !hidden.includes(each.name) && each.kind !== 'code' && matters(each, params));
  const few = all.filter(({ name }) => knobs.includes(name) || locked.includes(name));
  const isAll = isAsked || few.length === 0 || all.length <= few.length + 1;
  const unseen = all.filter((each) => !few.includes(each) && params[each.name] !== base[each.name]).length;
  return (
    <>
      <div
        id={group}
        className={css.grid}
        role="group"
        aria-label={translate({ id: 'figure.controls', message: 'Controls' })}
        data-all={isAll}
        data-named={isNamed}
      >
        {(isAll ? all : few).map((parameter) =>
          locked.includes(parameter.name) ? (
            <Locked key={parameter.name}>{control(parameter)}</Locked>
          ) : (
            <Fragment key={parameter.name}>{control(parameter)}</Fragment>
          ),
        )}
      </div>
      {(!isAll || isAsked) && (
        <Button
          className={css.all}
          aria-expanded={isAll}
          aria-controls={group}
          onClick={() => setAsked(!isAsked)}
          data-only="screen scripts"
        >
          {isAsked ? (
            <Translate id="figure.controls.fewer">Fewer controls</Translate>
          ) : (
            <span>
              <Translate id="figure.controls.all" values={{ count: all.length }}>
                {'All {count} controls'}
              </Translate>
              {unseen > 0 && (
                <>
                  {' · '}
                  <Translate id="figure.controls.changed" values={{ count: unseen }}>
                    {'{count} changed'}
                  </Translate>
                </>
              )}
            </span>
          )}
        </Button>
      )}
    </>
  );
}
