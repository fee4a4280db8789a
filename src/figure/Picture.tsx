import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Parameter, Params, Value } from '../model/contract';
import type { Result } from '../model/types';
import { draw } from '../views/draw';
import { type Band, type Drawing, NARROW, type RunOverlay, type TimeAxis } from '../views/view';
import { Built, heightsOf } from './Built';
import type { Clock, PlayOptions } from './clock';
import { LevelHandles } from './LevelHandle';
import { FieldCursor } from './FieldCursor';
import { PictureLinks } from './PictureLinks';
import { Scrubber } from './Scrubber';
import { useShowsItself } from './useShowsItself';
import { BUILT, useWidth } from './useWidth';
import type { Choice } from './views';
import place from './Built.module.css';
import css from './Picture.module.css';

export interface PictureProps {
  spec: Choice;
  run: Result;
  overlays: readonly RunOverlay[];
  band: Band | undefined;
  growing: boolean;
  clock: Clock;
  parameters: readonly Parameter[];
  params: Params;
  onChange: (name: string, value: Value) => void;
  title: string;
  /** Do its runs have events? They need room. */
  events: boolean;
  /** Put on the picture; it comes before the cursor. */
  over: (drawing: Drawing) => ReactNode;
  /** Can it be touched: is there a cursor, are there levels to drag? */
  touchable: boolean;
  /** Is it what moves in the figure? Curves stand, and what stands below a drawing that moves. */
  moves: boolean;
  children?: ReactNode;
}

/** How long a drawing takes from its start to its end, s of the reader's: no longer than may pass without a button. */
const SHOWN = 4.8;

/** Its whole time, as evenly as it is drawn. */
function playOf({ scale }: TimeAxis): PlayOptions {
  const [from, to] = [scale.domain()[0]!, scale.domain().at(-1)!];
  const speed = (scale(to) - scale(from)) / SHOWN;
  return {
    ...{ from, to, speed },
    forward: (t, seconds) => scale.invert(scale(t) + seconds * speed),
  };
}

interface Drawings {
  /** Of the picture as built, for both widths; the height of every other one of these widths is the same. */
  wide: Drawing;
  narrow: Drawing;
  live: Drawing | undefined;
}

function useDrawings(
  { spec, run, overlays, band, growing, title, events }: PictureProps,
  width: number | undefined,
): Drawings {
  const at = useCallback(
    (width: number): Drawing =>
      draw({ spec, run, overlays, band, growing, events, width, flat: spec.flat, title, translate }),
    [spec, run, overlays, band, growing, events, title],
  );
  // Heights don't depend on values, and the built picture is not drawn again.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const built = useMemo(() => ({ wide: at(BUILT.wide), narrow: at(BUILT.narrow) }), [spec, events]);
  const live = useMemo(() => (width === undefined ? undefined : at(width)), [at, width]);
  return { ...built, live };
}

/** The chosen view: as built until the page runs, then drawn to the width there is. */
export function Picture(props: PictureProps): ReactNode {
  const { clock, parameters, params, onChange, over, touchable, moves, children } = props;
  const [ref, width] = useWidth();
  const { wide, narrow, live } = useDrawings(props, width);
  // On the narrowest screens a picture may have to break its lines once more than the built one does.
  const tall = Math.max(narrow.height, (width ?? NARROW) < NARROW ? (live?.height ?? 0) : 0);
  useShowsItself(ref, clock, moves && touchable && live?.time ? playOf(live.time) : undefined);
  return (
    <div
      ref={ref}
      data-view={props.spec.kind}
      data-below={'below' in props.spec}
      className={clsx(place.container, css.holder)}
      style={heightsOf(wide.height, tall)}
    >
      <div className={place.place}>
        {live ? (
          <>
            {live.picture}
            {over(live)}
            {live.links && <PictureLinks links={live.links} />}
            {touchable && live.time && <Scrubber time={live.time} clock={clock} />}
            {touchable && live.field && <FieldCursor field={live.field} {...live} />}
            {touchable && <LevelHandles drawing={live} {...{ parameters, params, onChange }} />}
          </>
        ) : (
          <Built wide={wide.picture} narrow={narrow.picture} />
        )}
        {children}
      </div>
    </div>
  );
}
