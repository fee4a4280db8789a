import type { ReactNode } from 'react';
import { blank } from '../../memory/bets/curve';
import type { ColumnHead, CurveBet } from '../../model/contract';
import type { Drawing } from '../../views/view';
import { Hand, laneOf } from './Hand';
import { Line, type Pixels } from './Line';
import type { Betting } from './useBetting';

interface SurfaceProps {
  bet: CurveBet;
  betting: Betting;
  drawing: Drawing;
  /** The columns of a run: for units. */
  columns: readonly ColumnHead[];
}

/** The bet on the picture: a lane to draw in, and afterwards the drawn line beside the truth. */
export function CurveSurface({ bet, betting, drawing, columns }: SurfaceProps): ReactNode {
  const found = laneOf(drawing, bet.column);
  const { guess, isCovered, isReady } = betting;
  if (!found) return null;
  const { place, time } = found;
  const [left, right] = time.scale.range() as [number, number];
  const pixels: Pixels = { left, right, y: place.y };
  const size = { width: drawing.width, height: drawing.height };
  return (
    <>
      {guess.drawn && <Line sketch={guess.drawn.sketch} pixels={pixels} {...size} isNamed={!isCovered} />}
      {isCovered && isReady && (
        <Hand
          key={bet.id}
          {...{ place, time, pixels }}
          column={bet.column}
          sketch={guess.drawn?.sketch ?? blank()}
          onDraw={(sketch) => betting.say({ drawn: { sketch, axis: time.scale.domain() as [number, number] } })}
          xUnit={columns[0]?.unit ?? ''}
        />
      )}
    </>
  );
}
