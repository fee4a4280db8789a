import Translate from '@docusaurus/Translate';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import { filled, PLACES, type Sketch } from '../../memory/bets/curve';
import css from './Bet.module.css';

/** Where the places of a sketch lie in the picture. */
export interface Pixels {
  left: number;
  right: number;
  y: (value: number) => number;
}

interface LineProps {
  sketch: Sketch;
  pixels: Pixels;
  width: number;
  height: number;
  /** Is there another line that it must be told from, by a word? */
  isNamed: boolean;
}

/** The drawn curve over the picture; what joins its parts is pale until it is drawn over. */
export function Line({ sketch, pixels, width, height, isNamed }: LineProps): ReactNode {
  const { left, right, y } = pixels;
  const path = line<number | undefined>(
    (_, i) => left + ((right - left) * i) / (PLACES - 1),
    (value) => y(value!),
  )
    .defined((value) => value !== undefined)
    .digits(1);
  const curve = filled(sketch) ?? [];
  const peak = curve.indexOf(Math.max(...curve));
  return (
    <svg className={css.line} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path className={css.joined} d={path(curve) ?? undefined} />
      <path className={css.drawn} data-bet="drawn" d={path(sketch) ?? undefined} />
      {isNamed && (
        <text
          className={css.name}
          x={left + ((right - left) * peak) / (PLACES - 1)}
          y={y(curve[peak]!) - 8}
          textAnchor={peak < PLACES / 8 ? 'start' : peak > PLACES - PLACES / 8 ? 'end' : 'middle'}
        >
          <Translate id="figure.bet.line">your bet</Translate>
        </text>
      )}
    </svg>
  );
}
