import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { NumberParameter, Parameter, Params, Value } from '../model/contract';
import { useDrag } from '../ui/useDrag';
import { inkOf } from '../views/styles';
import type { Drawing, LanePlace, Plot } from '../views/view';
import { saySetting } from './messages';
import { sliderProps } from './sliderProps';
import { snap } from './sliderScale';
import css from './Picture.module.css';

interface LevelHandlesProps {
  drawing: Drawing;
  /** Those that may be moved. */
  parameters: readonly Parameter[];
  params: Params;
  onChange: (name: string, value: Value) => void;
}

/** Those of all lanes. */
export function LevelHandles({ drawing: { lanes, time }, parameters, params, onChange }: LevelHandlesProps): ReactNode {
  if (!lanes || !time) return null;
  const { plot } = time;
  return lanes.flatMap((place) =>
    place.lane.handles.map((name) => {
      const parameter = parameters.find(
        (each): each is NumberParameter => each.kind === 'number' && each.name === name,
      );
      if (!parameter) return null;
      const value = Number(params[name]);
      return <LevelHandle key={name} {...{ place, plot, parameter, value }} onChange={(to) => onChange(name, to)} />;
    }),
  );
}

interface LevelHandleProps {
  place: LanePlace;
  plot: Plot;
  parameter: NumberParameter;
  value: number;
  onChange: (value: number) => void;
}

interface Held {
  scale: LanePlace['y'];
  /** From the top of the window to where the level would be 0 px high. */
  from: number;
}

/** A parameter as a level on the plot: drag it where the curve should meet it. */
function LevelHandle({ place, plot, parameter, value, onChange }: LevelHandleProps): ReactNode {
  const { top, bottom } = place;
  const [held, dragging] = useDrag<Held>({
    // The axis follows the run, so while it is dragged the one from the start of the drag counts.
    start: (event): Held => ({ scale: place.y, from: event.clientY - y }),
    move(event, { scale, from }) {
      const to = snap(parameter, scale.invert(event.clientY - from));
      if (to !== value) onChange(to);
    },
  });
  const wanted = (held?.scale ?? place.y)(value);
  const isBeyond = !held && wanted < top - 1;
  const y: number = held ? wanted : Math.min(bottom, Math.max(top, wanted));

  return (
    <div
      className={css.level}
      data-beyond={isBeyond}
      style={{
        ...inkOf(parameter.quantity ?? 'time'),
        left: plot.left,
        width: plot.right - plot.left,
        transform: `translateY(${y}px)`,
      }}
    >
      <div
        className={css.grip}
        aria-label={translate({ id: 'figure.level', message: '{label}, on the plot' }, { label: parameter.label })}
        aria-orientation="vertical"
        {...sliderProps(parameter, value, onChange)}
        {...dragging}
      />
      {(held || isBeyond) && (
        <span className={css.value}>
          {isBeyond && '↑ '}
          {saySetting(parameter, value)}
        </span>
      )}
    </div>
  );
}
