import { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import { Scrubber } from '../../figure/Scrubber';
import { useWidth } from '../../figure/useWidth';
import type { Replay, ReplayCurve, ReplayRun } from '../../model/contract';
import { lanes } from '../../views/lanes/Lanes';
import { useClock } from '../timeline/Timeline';
import { curvesOf } from './curves';
import css from './Replay.module.css';

interface CurvesProps {
  replay: Replay;
  capture?: ReplayCurve | undefined;
  /** The run with everything as captured, where this is another one. */
  asCaptured?: ReplayRun | undefined;
}

/** How high the acknowledged curves stand, px. */
const TALL = 260;

/** Acknowledged data over time, in the model and in the capture. */
export function Curves({ replay, capture, asCaptured }: CurvesProps): ReactNode {
  const [ref, width] = useWidth();
  const clock = useClock();
  const words = useMemo(() => lanes.words(translate), []);
  const drawn = useMemo(() => curvesOf(replay, capture, asCaptured), [replay, capture, asCaptured]);
  const drawing = useMemo(
    () =>
      width === undefined
        ? undefined
        : lanes.draw({
            ...drawn,
            ...{ words, width, overlays: [], growing: false, events: false, tall: TALL },
            title: capture
              ? translate({ id: 'yours.replay.picture', message: 'The capture and the model over time' })
              : translate({ id: 'yours.replay.pictureAlone', message: 'The model’s run over time' }),
          }),
    [drawn, words, width, capture],
  );
  return (
    <div ref={ref} className={css.curves} style={{ minHeight: drawing?.height }}>
      {drawing?.picture}
      {drawing?.time && <Scrubber time={drawing.time} clock={clock} />}
    </div>
  );
}
