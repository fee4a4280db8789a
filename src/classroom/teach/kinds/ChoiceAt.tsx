import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/Button';
import { FieldGroup } from '../../../ui/Field';
import { Stack } from '../../../ui/layout';
import { isObject, type Path } from '../draft/path';
import type { FigureFacts } from '../figure/loadFigure';
import css from '../figure/figure.module.css';
import { ValueInput } from '../figure/ValueInput';
import { wrongOf } from '../form/wrongOf';
import { useField } from '../useDraft';

interface ChoiceAtProps {
  path: Path;
  facts: FigureFacts | undefined;
  number: number;
}

/** What a choice changes in the figure. */
export function ChoiceAt({ path, facts, number }: ChoiceAtProps): ReactNode {
  const { id, value, set, problem } = useField(path, true);
  const given = isObject(value) ? value : {};
  const parameters = facts?.experiment.parameters ?? [];
  const left = parameters.filter(({ name }) => !(name in given));
  return (
    <FieldGroup
      id={id}
      label={translate({ id: 'teach.choice.at', message: 'What choice {number} changes' }, { number })}
      {...wrongOf({ problem })}
    >
      <Stack gap={3} isFilled>
        {Object.keys(given).map((name) => {
          const parameter = parameters.find((each) => each.name === name);
          const label = parameter?.label ?? name;
          return (
            <div key={name} className={css.setting}>
              <span>{label}</span>
              <span>
                {parameter && (
                  <ValueInput
                    parameter={parameter}
                    value={given[name]}
                    set={(each) => set({ ...given, [name]: each ?? '' })}
                    label={translate(
                      { id: 'teach.choice.value', message: 'Choice {number}: {label}' },
                      { number, label },
                    )}
                    problem={problem && `${id}-said`}
                  />
                )}
              </span>
              <IconButton
                label={translate(
                  { id: 'teach.choice.leave', message: 'Stop choice {number} changing {label}' },
                  { number, label },
                )}
                onClick={() => set(Object.fromEntries(Object.entries(given).filter(([each]) => each !== name)))}
              >
                ✕
              </IconButton>
            </div>
          );
        })}
        <select
          value=""
          aria-label={translate({ id: 'teach.choice.change', message: 'Choice {number} also changes' }, { number })}
          onChange={({ target }) => {
            const parameter = parameters.find(({ name }) => name === target.value);
            if (parameter) set({ ...given, [parameter.name]: parameter.default });
          }}
        >
          <option value="">
            {facts
              ? translate({ id: 'teach.choice.pick', message: 'Change a value …' })
              : translate({ id: 'teach.choice.noFigure', message: 'Choose a figure first' })}
          </option>
          {left.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </Stack>
    </FieldGroup>
  );
}
