import type { AriaAttributes, KeyboardEvent } from 'react';
import type { NumberParameter } from '../model/contract';
import { saySetting } from './messages';
import { stepTo } from './sliderScale';

type SliderProps = Pick<AriaAttributes, 'aria-valuemin' | 'aria-valuemax' | 'aria-valuenow' | 'aria-valuetext'> & {
  role: 'slider';
  tabIndex: 0;
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * What makes something that is drawn a slider of this parameter: its value for those who don't see it, and its keys.
 * `keyOf` gives another meaning to some of them.
 */
export function sliderProps(
  parameter: NumberParameter,
  value: number,
  onChange: (value: number) => void,
  keyOf = (key: string): string => key,
): SliderProps {
  const { min, max, special } = parameter;
  const usual = String(value) in special ? min : value;
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': min,
    'aria-valuemax': max,
    'aria-valuenow': usual,
    'aria-valuetext': saySetting(parameter, value),
    onKeyDown(event) {
      const to = stepTo(keyOf(event.key), parameter, usual);
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (to !== value) onChange(to);
    },
  };
}
