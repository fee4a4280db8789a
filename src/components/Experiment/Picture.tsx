import Translate, { translate } from '@docusaurus/Translate';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import type { Lane } from '../../model/types';
import type { RuntimeStatus } from '../../runtime/types';
import { toFrame } from '../../views/frame';
import { Lanes } from '../../views/Lanes';
import { layoutLanes, type Overlay } from '../../views/layout';
import { columnLabel, countWord } from './messages';
import { Scrubber } from './Scrubber';
import type { State } from './state';
import { useWidth } from './useWidth';
import css from './Picture.module.css';

interface PictureProps {
  lanes: readonly Lane[];
  state: State;
  status: RuntimeStatus;
  title: string;
  /** Do its runs have events? They need room. */
  events: boolean;
}

/** Widths the picture is drawn for while the page is built; the style sheet shows the one that fits. */
const BUILT = { wide: 640, narrow: 360 };

interface ProgressProps {
  progress: number | undefined;
  loading: boolean;
}

/** A thin line under the picture while the model runs. */
function Progress({ progress, loading }: ProgressProps): ReactNode {
  if (progress === undefined) return null;
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-label={translate({ id: 'figure.progress', message: 'The model is running' })}
      aria-valuenow={loading ? undefined : Math.round(progress * 100)}
      data-loading={loading}
      style={{ '--progress': progress } as CSSProperties}
    />
  );
}

/** A word on what is going on, or on what the pale lines are. */
function Remark({ waiting, ghost }: { waiting: boolean; ghost: boolean }): ReactNode {
  if (!waiting && !ghost) return null;
  return (
    <span className={css.remark}>
      {waiting ? (
        <Translate id="figure.loading">Starting Python …</Translate>
      ) : (
        <Translate id="figure.ghost">Pale: before your change</Translate>
      )}
    </span>
  );
}

/** The lanes: as built until the page runs, then drawn to the width there is. */
export function Picture({ lanes, state, status, title, events }: PictureProps): ReactNode {
  const { run, before, growing, progress } = state;
  const loading = status.state !== 'ready';
  const [ref, width] = useWidth();
  const frame = useMemo(() => toFrame(run, columnLabel), [run]);
  const overlays = useMemo<Overlay[]>(
    () => (before ? [{ role: 'ghost', frame: toFrame(before, columnLabel) }] : []),
    [before],
  );
  const drawings = useMemo(() => {
    const at = (wanted: number) => layoutLanes({ frame, lanes, overlays, growing, events, width: wanted });
    return width === undefined ? { wide: at(BUILT.wide), narrow: at(BUILT.narrow) } : { live: at(width) };
  }, [frame, lanes, overlays, growing, events, width]);
  const heights = useMemo(() => {
    const height = (at: number): string => `${layoutLanes({ frame, lanes, events, width: at }).height}px`;
    return { '--wide': height(BUILT.wide), '--narrow': height(BUILT.narrow) } as CSSProperties;
    // Heights don't depend on values.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lanes, events]);
  return (
    <div ref={ref} className={css.holder} style={heights}>
      <div className={css.picture}>
        {drawings.live ? (
          <>
            <Lanes layout={drawings.live} title={title} countWord={countWord} />
            <Scrubber layout={drawings.live} />
          </>
        ) : (
          <>
            <Lanes layout={drawings.wide} title={title} countWord={countWord} className={css.wide} />
            <Lanes layout={drawings.narrow} title={title} countWord={countWord} className={css.narrow} />
          </>
        )}
        <Progress progress={progress} loading={loading} />
        <Remark waiting={loading && progress !== undefined} ghost={before !== undefined} />
      </div>
    </div>
  );
}
