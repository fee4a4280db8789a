import { translate } from '@docusaurus/Translate';
import type { Parameter, Value } from '../../../model/contract';
import { formatSetting } from '../../../views/format';
import type { Access, How } from './how';

export const hows = (): Record<How, string> => ({
  left: translate({ id: 'teach.how.left', message: 'as it starts' }),
  fixed: translate({ id: 'teach.how.fixed', message: 'one value for all' }),
  list: translate({ id: 'teach.how.list', message: 'drawn from a list' }),
  range: translate({ id: 'teach.how.range', message: 'drawn from a range' }),
});

export const accesses = (): Record<Access, string> => ({
  open: translate({ id: 'teach.access.open', message: 'movable' }),
  locked: translate({ id: 'teach.access.locked', message: 'locked' }),
  hidden: translate({ id: 'teach.access.hidden', message: 'hidden' }),
});

/** A value as the figure's own controls say it. */
export function valueWords(parameter: Parameter, value: Value): string {
  if (parameter.kind === 'number')
    return parameter.special[String(value)] ?? formatSetting(Number(value), parameter.unit);
  if (parameter.kind === 'choice')
    return parameter.choices.find((each) => each.value === value)?.label ?? String(value);
  if (parameter.kind === 'flag')
    return value
      ? translate({ id: 'teach.value.on', message: 'on' })
      : translate({ id: 'teach.value.off', message: 'off' });
  return String(value) || translate({ id: 'teach.value.none', message: 'none' });
}
