import { translate } from '@docusaurus/Translate';
import type { ScaleLinear } from 'd3-scale';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Clock } from '../../figure/clock';
import type { IntervalTold } from '../../model/contract';
import { useDrag } from '../../ui/useDrag';
import { hueOf } from '../limits';
import type { Span } from './asRun';
import { intervalAt, layoutStrip } from './layoutStrip';
import { patternOf, Patterns } from './patterns';
import { nameOf, sayInterval } from './words';
import css from './Strip.module.css';

interface StripProps {
  intervals: readonly IntervalTold[];
  /** Time to pixels, as in the curves below. */
  scale: ScaleLinear<number, number>;
  /** Where it begins and ends, px. */
  plot: { left: number; right: number };
  width: number;
  chosen: number | undefined;
  /** The span that the curves show, where this strip shows more. */
  shown?: Span | undefined;
  clock: Clock;
  onChoose: (index: number) => void;
  onSpan: (span: Span) => void;
  /** Asked for by keys: the chosen interval alone, or all of it. */
  onZoom: (isIn: boolean) => void;
}

const HEIGHT = { whole: 46, small: 14 };

/** A drag that goes less far is a click, px. */
const SLACK = 5;

/** What held the sender back, from left to right: each interval in the colour and pattern of its limit. */
export function Strip(props: StripProps): ReactNode {
  const { intervals, scale, plot, width, chosen, shown, clock, onChoose, onSpan, onZoom } = props;
  const isSmall = shown !== undefined;
  const height = isSmall ? HEIGHT.small : HEIGHT.whole;
  const prefix = useId();
  const pieces = useMemo(
    () => layoutStrip(intervals, scale, plot, isSmall ? () => '' : nameOf),
    [intervals, scale, plot, isSmall],
  );
  const limits = useMemo(() => [...new Set(pieces.map(({ interval }) => interval.limit))], [pieces]);
  const wasDragged = useRef(false);

  const [start, end] = scale.domain() as [number, number];
  const timeAt = (event: MouseEvent<HTMLElement>): number => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return Math.min(end, Math.max(start, scale.invert(plot.left + event.clientX - left)));
  };
  const [held, dragging] = useDrag<Span>({
    slack: SLACK,
    start: (event: PointerEvent<HTMLElement>) => [timeAt(event), timeAt(event)],
    move(event, [from]) {
      wasDragged.current = true;
      return [from, timeAt(event)];
    },
    drop: ([from, to]) => onSpan(from < to ? [from, to] : [to, from]),
  });

  function click(event: MouseEvent<HTMLElement>): void {
    if (wasDragged.current) {
      wasDragged.current = false;
      return;
    }
    const index = intervalAt(intervals, timeAt(event));
    if (index !== undefined) onChoose(index);
  }

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = intervals.length - 1;
    const now = chosen ?? -1;
    const to = {
      ArrowRight: Math.min(last, now + 1),
      ArrowUp: Math.min(last, now + 1),
      ArrowLeft: Math.max(0, now - 1),
      ArrowDown: Math.max(0, now - 1),
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) onChoose(to);
    else if (event.key === 'Enter' || event.key === '+') onZoom(true);
    else if (event.key === 'Escape' || event.key === '-') onZoom(false);
    else return;
    event.preventDefault();
  }

  const place = { left: plot.left, width: plot.right - plot.left, height };
  const current = chosen === undefined ? undefined : intervals[chosen];
  return (
    <div className={css.strip} data-small={isSmall} style={{ height }}>
      <svg className={css.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Patterns prefix={prefix} limits={limits} />
        {pieces.map(({ index, interval, left, width: wide, label }) => (
          <g key={index} style={hueOf(interval.limit)} data-limit={interval.limit}>
            <rect className={css.ground} x={left} y={0} width={Math.max(1, wide)} height={height} />
            <rect
              className={css.pattern}
              style={{ fill: `url(#${patternOf(prefix, interval.limit)})` }}
              x={left}
              y={0}
              width={Math.max(1, wide)}
              height={height}
            />
            {wide > 3 && <path className={css.edge} d={`M${(left + 0.75).toFixed(1)},0V${height}`} />}
            {label !== '' && (
              <text className={css.label} x={left + wide / 2} y={height / 2} dy="0.34em" textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
        {!isSmall && current && <Chosen interval={current} scale={scale} plot={plot} height={height} />}
        {shown && <Window span={shown} scale={scale} plot={plot} height={height} />}
        {held && <Window span={held} scale={scale} plot={plot} height={height} />}
        <Cursor clock={clock} scale={scale} height={height} />
      </svg>
      {isSmall ? (
        <div className={css.surface} style={place} onClick={click} aria-hidden="true" {...dragging} />
      ) : (
        <div
          className={css.surface}
          style={place}
          role="slider"
          tabIndex={0}
          aria-label={translate({ id: 'yours.strip', message: 'What held the sender back, interval by interval' })}
          aria-valuemin={1}
          aria-valuemax={intervals.length}
          aria-valuenow={(chosen ?? 0) + 1}
          aria-valuetext={current && sayInterval(current, chosen!, intervals.length)}
          onClick={click}
          onKeyDown={press}
          {...dragging}
        />
      )}
    </div>
  );
}

interface PlaceProps {
  scale: ScaleLinear<number, number>;
  plot: { left: number; right: number };
  height: number;
}

function Chosen({ interval, scale, plot, height }: PlaceProps & { interval: IntervalTold }): ReactNode {
  const [from, to] = [scale(interval.start), scale(interval.end)];
  if (to < plot.left || from > plot.right) return null;
  const [left, right] = [Math.max(plot.left, from), Math.min(plot.right, to)];
  return (
    <rect className={css.chosen} x={left - 1} y={1} width={Math.max(3, right - left + 2)} height={height - 2} rx={2} />
  );
}

/** A span of the strip; what is outside steps back. */
function Window({ span, scale, plot, height }: PlaceProps & { span: Span }): ReactNode {
  const [a, b] = [scale(span[0]), scale(span[1])];
  const [left, right] = [Math.max(plot.left, Math.min(a, b)), Math.min(plot.right, Math.max(a, b))];
  return (
    <>
      <path
        className={css.veil}
        d={`M${plot.left},0H${left}V${height}H${plot.left}ZM${right},0H${plot.right}V${height}H${right}Z`}
      />
      <rect className={css.window} x={left} y={0.75} width={Math.max(2, right - left)} height={height - 1.5} />
    </>
  );
}

/** The cursor of the curves. */
function Cursor({ clock, scale, height }: Omit<PlaceProps, 'plot'> & { clock: Clock }): ReactNode {
  const t = useSyncExternalStore(clock.subscribe, clock.time, () => undefined);
  const [start, end] = scale.domain() as [number, number];
  if (t === undefined || t < start || t > end) return null;
  return <path className={css.cursor} d={`M${Math.round(scale(t)) + 0.5},0V${height}`} />;
}
