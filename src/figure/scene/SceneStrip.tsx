import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SceneSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import { canvasPen } from '../../views/canvasPen';
import { drawScene } from '../../views/scene/drawScene';
import { layoutScene } from '../../views/scene/layoutScene';
import { readScene } from '../../views/scene/readScene';
import { ScenePlaces, SceneStill } from '../../views/scene/SceneStill';
import { sayLevel, sayLost, sceneWords } from '../../views/scene/sceneWords';
import { Built, heightsOf } from '../Built';
import { fit, write } from '../canvas';
import type { Clock } from '../clock';
import { Play, Transport } from '../pipe/Transport';
import { useShowsItself } from '../useShowsItself';
import { useInks } from '../useInks';
import { BUILT, useWidth } from '../useWidth';
import place from '../Built.module.css';
import css from '../pipe/Pipe.module.css';

interface SceneStripProps {
  spec: SceneSpec;
  run: Result;
  clock: Clock;
  /** The reader reaches for it: Python may start. */
  onWake: () => void;
  /** In a small figure: where the button stands that plays it, once that place is known. There are no others. */
  playIn?: HTMLElement | null | undefined;
}

/** How long it plays by itself, s of the reader's. */
const SHOWN = 5;

/** Speeds beside the usual one. */
const SLOWER = [0.25, 0.5, 1, 2, 5, 10];

/** The mechanism, moving: above the picture, at the time of the figure's clock. */
export function SceneStrip({ spec, run, clock, onWake, playIn }: SceneStripProps): ReactNode {
  const [ref, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useMemo(() => sceneWords(translate), []);
  const inks = useInks(ref);
  const data = useMemo(() => readScene(spec, run), [spec, run]);
  const built = useMemo(
    () => ({ wide: layoutScene(spec, BUILT.wide), narrow: layoutScene(spec, BUILT.narrow) }),
    [spec],
  );
  const layout = useMemo(() => (width === undefined ? undefined : layoutScene(spec, width)), [spec, width]);
  const { rest, end } = data;
  const [slower, setSlower] = useState(1);

  useLayoutEffect(() => {
    function paint(): void {
      const context = canvas.current && layout && fit(canvas.current, layout);
      if (!context || !inks || !layout) return;
      const t = Math.min(end, clock.time() ?? rest);
      drawScene(canvasPen(context, inks), layout, data, t);
      data.piles.forEach((pile, column) =>
        pile.forEach((store, row) => {
          write(ref.current!, `level ${column} ${row}`, sayLevel(store, words, t));
          write(ref.current!, `lost ${column} ${row}`, sayLost(store, data, words, t));
        }),
      );
    }
    paint();
    return clock.subscribe(paint);
  }, [ref, layout, data, clock, inks, words, rest, end]);

  const play = (at: number): void => clock.play({ from: data.start, to: end, speed: data.speed / at });
  useShowsItself(ref, clock, { from: rest, to: Math.min(end, rest + SHOWN * data.speed), speed: data.speed });
  const toggle = (): void => (clock.playing() ? clock.pause() : play(slower));

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== ' ' || (event.target as HTMLElement).matches('button, select')) return;
    event.preventDefault();
    toggle();
  }

  const still = (of: typeof built.wide): ReactNode => <SceneStill {...{ spec, data, words }} layout={of} t={rest} />;
  return (
    // Space plays and pauses wherever in the strip the focus is.
    <div
      role="presentation"
      className={clsx(place.container, css.pipe)}
      style={heightsOf(built.wide.height, built.narrow.height)}
      onKeyDown={press}
      onPointerDown={onWake}
      onFocus={onWake}
    >
      <div ref={ref} className={place.place}>
        {layout ? (
          <div className={css.strip} role="img" aria-label={spec.title}>
            <ScenePlaces {...{ spec, layout, data, words }} t={rest} />
            <canvas ref={canvas} className={css.canvas} style={{ width: layout.width, height: layout.height }} />
          </div>
        ) : (
          <div className={css.strip} role="img" aria-label={spec.title}>
            <Built wide={still(built.wide)} narrow={still(built.narrow)} />
          </div>
        )}
      </div>
      {playIn && createPortal(<Play clock={clock} onPlay={toggle} />, playIn)}
      {playIn === undefined && (
        <Transport
          {...{ clock, rest, end }}
          digits={Math.max(0, Math.ceil(-Math.log10((end - data.start) / 500 || 1)))}
          speeds={{ choices: SLOWER, usual: 1 }}
          slower={slower}
          onSlower={(at) => {
            setSlower(at);
            if (clock.playing()) play(at);
          }}
          onPlay={toggle}
        />
      )}
    </div>
  );
}
