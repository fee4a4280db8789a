import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Clock, createClock } from '../../figure/clock';
import { Scrubber } from '../../figure/Scrubber';
import { useWidth } from '../../figure/useWidth';
import type { DirectionTold, IntervalTold } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { lanes } from '../../views/lanes/Lanes';
import type { Drawing } from '../../views/view';
import { asRun, type Span, wholeOf } from './asRun';
import { IntervalDetail } from './IntervalDetail';
import { curveNames, lanesOf } from './lanesOf';
import { Strip } from './Strip';
import css from './Timeline.module.css';
import { whereTo } from './whereTo';

interface TimelineProps {
  direction: DirectionTold;
  /** The connection's, s. */
  seconds: number;
  /** The interval that is told about. */
  chosen: number | undefined;
  onChoose: (index: number) => void;
  /** A moment that something else on the page points at. */
  clock: Clock;
}

/** How high the time–sequence graph is, px. */
const TALL = 280;

/** Room around an interval that is looked at alone, as a share of it. */
const MARGIN = 0.08;

const around = ({ start, end }: IntervalTold, [low, high]: Span): Span => {
  const margin = Math.max((end - start) * MARGIN, 1e-6);
  return [Math.max(low, start - margin), Math.min(high, end + margin)];
};

/** What held a sender back, and all that the capture shows of it, over one axis of time. */
export function Timeline({ direction, seconds, chosen, onChoose, clock }: TimelineProps): ReactNode {
  const { intervals } = direction;
  const whole = useMemo(() => wholeOf(direction, seconds), [direction, seconds]);
  const [zoomed, setZoomed] = useState<Span>();
  const span = zoomed ?? whole;
  const [ref, width] = useWidth();
  const { drawing, overview } = useDrawings(direction, span, whole, width);
  const interval = chosen === undefined ? undefined : intervals[chosen];

  const choose = useCallback(
    (index: number) => {
      const next = intervals[index];
      if (next) setZoomed((now) => now && whereTo(now, next, whole));
      onChoose(index);
    },
    [intervals, onChoose, whole],
  );
  const zoom = (isIn: boolean): void => setZoomed(isIn && interval ? around(interval, whole) : undefined);
  const strip = { intervals, chosen, clock, onChoose: choose, onSpan: setZoomed, onZoom: zoom };
  return (
    <Stack gap={4} isFilled>
      <Text as="small" data-only="screen">
        <Translate id="yours.strip.how">
          Choose a stretch to see the evidence, with a tap or the arrow keys. Drag across several to zoom in.
        </Translate>
      </Text>
      <div ref={ref} className={css.timeline}>
        {drawing?.time && overview && width !== undefined && (
          <>
            {zoomed && <Strip {...strip} {...overview} width={width} shown={span} />}
            <Strip {...strip} scale={drawing.time.scale} plot={drawing.time.plot} width={width} />
          </>
        )}
      </div>
      {interval && (
        <IntervalDetail interval={interval} index={chosen!} count={intervals.length} onChoose={choose}>
          <Button onClick={() => zoom(!zoomed)}>
            {zoomed ? (
              <Translate id="yours.zoom.out">Show all of it</Translate>
            ) : (
              <Translate id="yours.zoom.in">Zoom in</Translate>
            )}
          </Button>
        </IntervalDetail>
      )}
      <div className={css.curves} data-curves="" style={{ minHeight: drawing?.height }}>
        {drawing?.picture}
        {drawing?.time && <Scrubber time={drawing.time} clock={clock} />}
      </div>
      <Text as="small" isProse>
        <Translate id="yours.curves.about">
          The upper graph is a time–sequence graph; Wireshark has it under Statistics, TCP Stream Graphs, as
          “Time/Sequence (tcptrace)”. The height from acknowledged to sent is what’s in flight, and the height from
          there to the window’s edge is what the receiver would still take. Where the curves run level, the sender
          waits.
        </Translate>
      </Text>
    </Stack>
  );
}

interface Drawings {
  drawing: Drawing | undefined;
  /** All of the time within the same edges. */
  overview: Pick<NonNullable<Drawing['time']>, 'scale' | 'plot'> | undefined;
}

function useDrawings(direction: DirectionTold, span: Span, whole: Span, width: number | undefined): Drawings {
  const names = useMemo(() => curveNames(), []);
  const words = useMemo(() => lanes.words(translate), []);
  const drawn = useMemo(() => asRun(direction, span, whole, names), [direction, span, whole, names]);
  return useMemo(() => {
    if (width === undefined) return { drawing: undefined, overview: undefined };
    const title = translate(
      { id: 'yours.curves', message: 'Data from {source} over time' },
      { source: direction.source },
    );
    const drawing = lanes.draw({
      ...{ spec: lanesOf(drawn, names), run: drawn.run, words, width, title },
      ...{ overlays: [], growing: false, events: true, tall: TALL },
    });
    const { scale, plot } = drawing.time!;
    return { drawing, overview: { scale: scale.copy().domain(whole), plot } };
  }, [direction, drawn, names, words, whole, width]);
}

/** A cursor that a part of the page can put somewhere. */
export const useClock = (): Clock => useState(() => createClock())[0];
