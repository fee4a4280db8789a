import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type CSSProperties, type PointerEvent, type ReactNode, useRef } from 'react';
import type { Figure as Amount, NumberParameter, ValueBet } from '../../model/contract';
import { useDrag } from '../../ui/useDrag';
import { formatFigure, formatSetting, formatValue } from '../../views/format';
import { fromPosition, POSITIONS, toPosition } from '../sliderScale';
import { sliderProps } from '../sliderProps';
import { ticksOf } from './ticks';
import css from './Ruler.module.css';

interface RulerProps {
  bet: ValueBet;
  /** What the number is called. */
  label: string;
  parameter: NumberParameter;
  value: number;
  /** Has the reader said it? Until then it only shows where it could be. */
  isSaid: boolean;
  onChange: (value: number) => void;
  /** What the number comes to in the run that the question starts from. */
  before: Amount | undefined;
  /** Once it is revealed. */
  truth: Amount | undefined;
}

/** The axis of a number, under hatching until it is known: the reader's marker is dragged along it. */
export function Ruler({ bet, label, parameter, value, isSaid, onChange, before, truth }: RulerProps): ReactNode {
  const axis = useRef<HTMLDivElement>(null);
  const at = (number: number): CSSProperties =>
    ({ '--at': Number((toPosition(parameter, number) / POSITIONS).toFixed(4)) }) as CSSProperties;

  function pull({ clientX }: PointerEvent<HTMLElement>): true {
    const { left, width } = axis.current!.getBoundingClientRect();
    onChange(fromPosition(parameter, Math.min(1, Math.max(0, (clientX - left) / width)) * POSITIONS));
    return true;
  }
  const [, dragging] = useDrag<true>({ start: pull, move: pull });

  const isIn = (number: number | null | undefined): number is number =>
    typeof number === 'number' && number >= bet.min && number <= bet.max;
  const [low, high] = truth?.band ?? [truth?.value, truth?.value];
  return (
    <div className={css.ruler} data-revealed={truth !== undefined} {...(truth ? {} : dragging)}>
      <small className={css.name} data-right={toPosition(parameter, value) < POSITIONS / 2} aria-hidden="true">
        {label}
      </small>
      <div ref={axis} className={css.axis}>
        {ticksOf(bet).map((tick) => (
          <span key={tick} className={css.tick} style={at(tick)} aria-hidden="true">
            {formatValue(tick, parameter.unit)}
          </span>
        ))}
        {isIn(before?.value) && !truth && (
          <span className={clsx(css.mark, css.before)} style={at(before.value)}>
            <small>
              <Translate id="figure.bet.before" values={{ value: formatFigure(before) }}>
                {'so far {value}'}
              </Translate>
            </small>
          </span>
        )}
        {truth && typeof low === 'number' && typeof high === 'number' && (
          <>
            <span
              className={css.band}
              style={
                {
                  '--from': toPosition(parameter, low) / POSITIONS,
                  '--to': toPosition(parameter, high) / POSITIONS,
                } as CSSProperties
              }
            />
            <span className={clsx(css.mark, css.truth)} style={at((low + high) / 2)}>
              <b>{formatFigure(truth)}</b>
            </span>
          </>
        )}
        <span
          className={clsx(css.mark, css.yours)}
          style={at(value)}
          data-said={isSaid}
          aria-hidden={truth !== undefined}
        >
          <b>
            <Translate id="figure.bet.yours" values={{ value: formatSetting(value, parameter.unit) }}>
              {'your bet {value}'}
            </Translate>
          </b>
        </span>
        {!truth && (
          <span
            className={css.thumb}
            style={at(value)}
            aria-label={parameter.label}
            {...sliderProps(parameter, value, onChange)}
          />
        )}
      </div>
    </div>
  );
}
