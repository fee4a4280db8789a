import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Problem } from '../../../ui/Field';
import type { Parameter, Value } from '../../../model/contract';
import type { Json, Path } from '../draft/path';
import { wrongOf } from '../form/wrongOf';
import { useField } from '../useDraft';
import { DrawInput } from './DrawInput';
import css from './figure.module.css';
import { type Access, begun, countOf, type How, howOf } from './how';
import { accesses, hows, valueWords } from './labels';

interface ParameterRowProps {
  parameter: Parameter;
  /** Of the question. */
  path: Path;
  /** What it is when the question does not say. */
  now: Value;
  /** Does the question leave it to the student, though it is given? */
  isFree: boolean;
}

/** One parameter of a question's figure: what it is, and whether students may move it. */
export function ParameterRow({ parameter, path, now, isFree }: ParameterRowProps): ReactNode {
  const { name, label } = parameter;
  const { id, value, set, problem } = useField([...path, 'figure', 'at', name], true);
  const access = useAccess([...path, 'figure'], name);
  const how = howOf(value);
  const count = countOf(value);
  const ways = (Object.keys(hows()) as How[]).filter((each) => each !== 'range' || parameter.kind === 'number');
  // What a question gives cannot be moved, unless it is what is asked for.
  const canBeOpen = how === 'left' || isFree;
  return (
    <li className={css.parameter} data-set={how !== 'left'}>
      <span className={css.name} title={parameter.help}>
        {label} <code>{name}</code>
      </span>
      <select
        id={id}
        value={how}
        aria-label={translate({ id: 'teach.how', message: '{label}: which value' }, { label })}
        onChange={({ target }) => set(begun(target.value as How, parameter, now))}
      >
        {ways.map((each) => (
          <option key={each} value={each}>
            {each === 'left' ? `${valueWords(parameter, now)}, ${hows().left}` : hows()[each]}
          </option>
        ))}
      </select>
      <span className={css.value}>
        <DrawInput {...{ parameter, value, set }} problem={problem && `${id}-said`} />
        {count !== undefined && (
          <small>
            {count === 1
              ? translate({ id: 'teach.draw.one', message: '1 value' })
              : translate({ id: 'teach.draw.count', message: '{count} values' }, { count })}
          </small>
        )}
      </span>
      <select
        className={css.access}
        value={access.value === 'open' && !canBeOpen ? 'locked' : access.value}
        aria-label={translate({ id: 'teach.access', message: '{label}: who may move it' }, { label })}
        onChange={({ target }) => access.set(target.value as Access)}
      >
        {(Object.keys(accesses()) as Access[])
          .filter((each) => each !== 'open' || canBeOpen)
          .map((each) => (
            <option key={each} value={each}>
              {accesses()[each]}
            </option>
          ))}
      </select>
      <Problem id={`${id}-said`} {...wrongOf({ problem })} />
    </li>
  );
}

const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Whether a parameter is open, locked or hidden: two lists of names hold that. */
function useAccess(figure: Path, name: string): { value: Access; set: (access: Access) => void } {
  const locked = useField([...figure, 'locked']);
  const hidden = useField([...figure, 'hidden']);
  const value = texts(hidden.value).includes(name) ? 'hidden' : texts(locked.value).includes(name) ? 'locked' : 'open';
  const without = (list: Json | undefined): string[] => texts(list).filter((each) => each !== name);
  return {
    value,
    set(access) {
      if (value === 'locked' || access === 'locked')
        locked.set([...without(locked.value), ...(access === 'locked' ? [name] : [])]);
      if (value === 'hidden' || access === 'hidden')
        hidden.set([...without(hidden.value), ...(access === 'hidden' ? [name] : [])]);
    },
  };
}
