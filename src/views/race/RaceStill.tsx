import { memo, type ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { svgPen } from '../svgPen';
import view from '../views.module.css';
import { drawRace } from './drawRace';
import type { RaceLayout } from './layoutRace';
import type { RaceWords } from './raceWords';
import type { RaceData } from './readRace';
import css from './race.module.css';

interface PlacesProps {
  layout: RaceLayout;
  data: RaceData;
  words: RaceWords;
  /** What the drawing shows, for those who do not see it. */
  title: string;
  /** What moves, where it is not drawn on a canvas. */
  marks?: ReactNode;
}

const sayScore = (score: number): string => (Number.isNaN(score) ? '–' : formatNumber(Math.round(score)));

/** All that stands still: names, empty queues, lines, scores. */
export const RacePlaces = memo(function RacePlaces({ layout, data, words, title, marks }: PlacesProps): ReactNode {
  const { width, height, headY, ys, queue, wire, scoreX } = layout;
  const said = data.runners.map((runner) => words.said(runner.title, sayScore(runner.score))).join(', ');
  return (
    <svg
      className={`${view.view} ${css.race}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`${title}. ${words.score}: ${said}`}
    >
      <text className={view.tick} x={queue.left} y={headY}>
        {words.queue}
      </text>
      <text className={view.tick} x={wire.left} y={headY}>
        {words.line}
      </text>
      <text className={view.tick} x={scoreX} y={headY} textAnchor="end">
        {words.score}
      </text>
      {data.runners.map(({ title: name, queue: { quantity }, score }, i) => {
        const y = ys[i]!;
        const [top, bottom] = [y - queue.height / 2, y + queue.height / 2];
        const mouth = wire.height / 2;
        return (
          <g key={name} style={inkOf(quantity)} data-series={quantity}>
            <text className={`${view.label} ${css.name}`} x={0} y={y} dy="0.34em">
              {name}
            </text>
            <rect
              className={css.wire}
              x={wire.left}
              y={y - mouth}
              width={wire.right - wire.left + 8}
              height={wire.height}
            />
            <path
              className={css.queue}
              d={`M${queue.left} ${top}H${queue.right}L${wire.left} ${y - mouth}v${wire.height}L${queue.right} ${bottom}H${queue.left}Z`}
            />
            <text
              className={`${view.label} ${css.score}`}
              data-best={data.runners.every((other) => !(other.score > score))}
              x={scoreX}
              y={y}
              dy="0.36em"
              textAnchor="end"
            >
              {sayScore(score)}
            </text>
          </g>
        );
      })}
      {marks}
    </svg>
  );
});

/** The race at one moment, without a canvas: while the book is built, in print, with scripts off. */
export function RaceStill({ t, ...props }: Omit<PlacesProps, 'marks'> & { t: number }): ReactNode {
  const pen = svgPen();
  drawRace(pen, props.layout, props.data, t);
  return <RacePlaces {...props} marks={pen.drawn} />;
}
