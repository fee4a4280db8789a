import { translate } from '@docusaurus/Translate';
import { type PointerEvent, type ReactNode, useState } from 'react';
import type { NumberParameter, Parameter, Params, Value } from '../model/contract';
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

/** A parameter as a level on the plot: drag it where the curve should meet it. */
function LevelHandle({ place, plot, parameter, value, onChange }: LevelHandleProps): ReactNode {
  // The axis follows the run, so while it is dragged the one from the start of the drag counts.
  const [held, hold] = useState<{ scale: LanePlace['y']; from: number }>();
  const { top, bottom } = place;
  const wanted = (held?.scale ?? place.y)(value);
  const isBeyond = !held && wanted < top - 1;
  const y = held ? wanted : Math.min(bottom, Math.max(top, wanted));

  function drag(event: PointerEvent): void {
    if (!held) return;
    const to = snap(parameter, held.scale.invert(event.clientY - held.from));
    if (to !== value) onChange(to);
  }

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
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          hold({ scale: place.y, from: event.clientY - y });
        }}
        onPointerMove={drag}
        onPointerUp={() => hold(undefined)}
        onPointerCancel={() => hold(undefined)}
      />
      {(held || isBeyond) && (
        <span className={css.levelValue}>
          {isBeyond && '↑ '}
          {saySetting(parameter, value)}
        </span>
      )}
    </div>
  );
}
