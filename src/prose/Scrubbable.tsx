import { translate } from '@docusaurus/Translate';
import { type CSSProperties, type ReactNode, type SyntheticEvent, useCallback, useSyncExternalStore } from 'react';
import type { NumberParameter } from '../model/contract';
import type { Prerendered } from '../model/types';
import { saySetting } from '../figure/messages';
import { presetOf, settingOf } from '../figure/parameters';
import { sliderProps } from '../figure/sliderProps';
import { move } from '../figure/sliderScale';
import { call, figureInPage, letGo, subscribe, touched } from '../figure/inPage';
import { useDrag } from '../ui/useDrag';
import css from './Quantity.module.css';

interface ScrubbableProps {
  figure: string;
  parameter: string;
  data: Prerendered;
  preset?: string;
}

/** Pixels that a finger goes for one step. */
const STEP = 7;

/** A figure's number in the text: drag it sideways, or step it with the arrow keys, and the figure follows. */
export function Scrubbable({ figure, parameter: name, data: { experiment }, preset }: ScrubbableProps): ReactNode {
  const parameter = experiment.parameters.find((each) => each.name === name) as NumberParameter;
  const base = Number(settingOf(experiment, presetOf(experiment, preset))[name]);
  const read = useCallback(() => Number(figureInPage(figure)?.state.params[name] ?? base), [figure, name, base]);
  const value = useSyncExternalStore(subscribe, read, () => base);

  function set(to: number): void {
    if (to !== value) call(figure)?.change(name, to);
  }

  function touch({ currentTarget }: SyntheticEvent<Element>): void {
    call(figure);
    touched.set({ figure, quantity: parameter.quantity, element: currentTarget, isWord: false });
  }

  const [, dragging] = useDrag({
    start(event) {
      call(figure);
      return { x: event.clientX, value };
    },
    move(event, from) {
      const steps = Math.round((event.clientX - from.x) / STEP);
      set(steps === 0 ? from.value : move(parameter, from.value, steps));
      return undefined;
    },
  });

  return (
    <span
      className={css.scrubbable}
      style={{ '--mine': `var(--q-${parameter.quantity ?? 'time'})` } as CSSProperties}
      aria-label={translate({ id: 'prose.scrub.label', message: '{label}, in the text' }, { label: parameter.label })}
      {...sliderProps(parameter, value, set)}
      title={translate({ id: 'prose.scrub', message: 'Drag me: the figure follows. Double-click to reset.' })}
      data-figure={figure}
      onFocus={touch}
      onBlur={({ currentTarget }) => letGo(currentTarget)}
      onPointerEnter={touch}
      onPointerLeave={({ currentTarget, pointerType }) => {
        // A finger that was lifted has not gone elsewhere.
        if (pointerType === 'mouse' && document.activeElement !== currentTarget) letGo(currentTarget);
      }}
      {...dragging}
      onDoubleClick={() => set(Number(figureInPage(figure)?.base[name] ?? base))}
    >
      {saySetting(parameter, value)}
    </span>
  );
}
