import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RaceSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import { canvasPen } from '../../views/canvasPen';
import { drawRace } from '../../views/race/drawRace';
import { layoutRace, type RaceLayout } from '../../views/race/layoutRace';
import { RacePlaces, RaceStill } from '../../views/race/RaceStill';
import { raceWords } from '../../views/race/raceWords';
import { readRace } from '../../views/race/readRace';
import { Built, heightsOf } from '../Built';
import { fit } from '../canvas';
import type { Clock } from '../clock';
import { Transport } from '../pipe/Transport';
import { useInks } from '../useInks';
import { useShowsItself } from '../useShowsItself';
import { BUILT, useWidth } from '../useWidth';
import place from '../Built.module.css';
import pipe from '../pipe/Pipe.module.css';

interface RaceStripProps {
  spec: RaceSpec;
  run: Result;
  /** The last complete run: scores are its. */
  judged: Result;
  clock: Clock;
  onWake: () => void;
  /** What is told of a run under way. */
  children: ReactNode;
}

/** How long it plays by itself, s of the reader's. */
const SHOWN = 5;

/** Speeds, as how many times slower than life. */
const SLOWER = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** One pipe for each that races, at the time of the figure's clock. */
export function RaceStrip({ spec, run, judged, clock, onWake, children }: RaceStripProps): ReactNode {
  const [ref, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const inks = useInks(ref);
  const words = useMemo(() => raceWords(translate), []);
  const data = useMemo(() => readRace(spec, run, judged), [spec, run, judged]);
  const count = spec.racers.length;
  const built = useMemo(
    () => ({ wide: layoutRace(count, BUILT.wide), narrow: layoutRace(count, BUILT.narrow) }),
    [count],
  );
  const layout = useMemo(() => (width === undefined ? undefined : layoutRace(count, width)), [count, width]);
  const { start, end } = data;
  const [chosen, choose] = useState<number>();
  const usual = SLOWER.reduce((best, n) => (Math.abs(n - 1 / data.speed) < Math.abs(best - 1 / data.speed) ? n : best));
  const slower = chosen ?? usual;

  useLayoutEffect(() => {
    function paint(): void {
      const context = canvas.current && layout && fit(canvas.current, layout);
      if (context && inks) drawRace(canvasPen(context, inks), layout, data, Math.min(end, clock.time() ?? end));
    }
    paint();
    return clock.subscribe(paint);
  }, [layout, data, clock, inks, end]);

  const play = (at: number): void => clock.play({ from: start, to: end, speed: 1 / at });
  useShowsItself(ref, clock, { from: start, to: Math.min(end, start + SHOWN / usual), speed: 1 / usual });
  const still = (of: RaceLayout): ReactNode => (
    <RaceStill {...{ data, words }} layout={of} t={end} title={spec.title} />
  );
  return (
    <div
      className={clsx(place.container, pipe.pipe)}
      style={heightsOf(built.wide.height, built.narrow.height)}
      data-race
      onPointerDown={onWake}
      onFocus={onWake}
    >
      <div ref={ref} className={place.place}>
        {layout ? (
          <div className={pipe.strip}>
            <RacePlaces {...{ layout, data, words }} title={spec.title} />
            <canvas ref={canvas} className={pipe.canvas} style={{ width: layout.width, height: layout.height }} />
          </div>
        ) : (
          <Built wide={still(built.wide)} narrow={still(built.narrow)} />
        )}
        {children}
      </div>
      <Transport
        {...{ clock, end }}
        rest={end}
        digits={1}
        speeds={{ choices: SLOWER, usual, isReal: true }}
        slower={slower}
        onSlower={(at) => {
          choose(at);
          if (clock.playing()) play(at);
        }}
        onPlay={() => (clock.playing() ? clock.pause() : play(slower))}
      />
    </div>
  );
}
