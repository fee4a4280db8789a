import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Result } from '../../model/types';
import type { MovingSpec } from '../../model/views';
import { canvasPen } from '../../views/canvasPen';
import { movingOf } from '../../views/drawings';
import { scaled } from '../../views/format';
import { Still } from '../../views/moving';
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
  spec: MovingSpec;
  run: Result;
  clock: Clock;
  /** The reader reaches for it: Python may start. */
  onWake: () => void;
  /** In a small figure: where the button stands that plays it, once that place is known. There are no others. */
  playIn?: HTMLElement | null | undefined;
}

/** Speeds beside the usual one. */
const SLOWER = [0.25, 0.5, 1, 2, 5, 10];

/** The mechanism, moving: above the picture, at the time of the figure's clock. */
export function SceneStrip({ spec, run, clock, onWake, playIn }: SceneStripProps): ReactNode {
  const [ref, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const moving = movingOf(spec);
  const { Places } = moving;
  const words = useMemo(() => moving.words(translate), [moving]);
  const inks = useInks(ref);
  const data = useMemo(() => moving.read(spec, run), [moving, spec, run]);
  // As it was built, for a figure that has no width yet; heights do not depend on the run.
  const built = useMemo(
    () => ({ wide: moving.layout(spec, BUILT.wide, data), narrow: moving.layout(spec, BUILT.narrow, data) }),
    [moving, spec, data],
  );
  const layout = useMemo(
    () => (width === undefined ? undefined : moving.layout(spec, width, data)),
    [moving, spec, width, data],
  );
  const { rest, end, shown } = data;
  const unit = scaled(run.columns[0]!.unit, end);
  const [slower, setSlower] = useState(1);

  useLayoutEffect(() => {
    const face = ref.current ? getComputedStyle(ref.current).getPropertyValue('--face-ui') : '';
    function paint(): void {
      const context = canvas.current && layout && fit(canvas.current, layout);
      if (!context || !inks || !layout) return;
      const t = Math.min(end, clock.time() ?? rest);
      moving.draw(canvasPen(context, inks, face), layout, data, t);
      for (const [label, text] of Object.entries(moving.say(data, words, t, layout))) write(ref.current!, label, text);
    }
    paint();
    return clock.subscribe(paint);
  }, [ref, moving, layout, data, clock, inks, words, rest, end]);

  const play = (at: number): void => clock.play({ from: data.start, to: end, speed: data.speed / at });
  useShowsItself(ref, clock, { ...shown, speed: data.speed });
  const toggle = (): void => (clock.playing() ? clock.pause() : play(slower));

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== ' ' || (event.target as HTMLElement).matches('button, select')) return;
    event.preventDefault();
    toggle();
  }

  const still = (of: typeof built.wide): ReactNode => <Still {...{ moving, spec, data, words }} layout={of} t={rest} />;
  return (
    // Space plays and pauses wherever in the strip the focus is.
    <div
      role="presentation"
      data-plays
      className={clsx(place.container, css.pipe)}
      style={heightsOf(built.wide.height, built.narrow.height)}
      onKeyDown={press}
      onPointerDown={onWake}
      onFocus={onWake}
    >
      <div ref={ref} className={place.place}>
        {layout ? (
          <div className={css.strip} role="img" aria-label={`${spec.title}. ${moving.tell(data, words, rest)}`}>
            <Places {...{ spec, layout, data, words }} t={rest} />
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
          digits={Math.max(0, Math.ceil(-Math.log10(((end - data.start) * unit.factor) / 500 || 1)))}
          unit={unit}
          speeds={{ choices: SLOWER, usual: 1, isReal: false }}
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
