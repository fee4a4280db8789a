import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { cut } from '../text';
import views from '../views.module.css';
import type { StationsWords } from './stationsWords';
import { BAR, type Box, commandLines, type Layout, LINE } from './layoutStations';
import { shareOf, type Station } from './readStations';

/** "87 of 92 packets" */
export function sayLevel({ limit }: Station, level: number, words: StationsWords): string {
  return Number.isNaN(limit) ? words.passedBy : words.level(formatNumber(level), formatNumber(limit));
}

export const sayCount = ({ drops }: Station, count: number, words: StationsWords): string =>
  drops ? words.dropped(formatNumber(count)) : words.heldBack(formatNumber(count));

interface LevelsProps {
  layout: Layout;
  /** Of the run's samples. */
  row: number;
  words: StationsWords;
}

/** How full each queue is at a sample, and what it has counted. It covers what another sample has left there. */
export function Levels({ layout, row, words }: LevelsProps): ReactNode {
  const { boxes, rows } = layout;
  return boxes.map(({ station, x, y, width, number }) => {
    const level = station.level.values[row] ?? 0;
    const count = station.count.values[row] ?? 0;
    const unused = Number.isNaN(station.limit);
    const room = width - 20;
    return (
      <g key={number} style={inkOf(station.level.quantity)}>
        <rect
          className={views.panel}
          x={x + 2}
          y={y + BAR.top - 2}
          width={width - 4}
          height={rows.level - BAR.top + 7}
        />
        <rect className={views.panel} x={x + 2} y={y + rows.count - 12} width={width - 4} height={16} />
        <rect
          className={views.box}
          x={x + 10}
          y={y + BAR.top}
          width={room}
          height={BAR.height}
          rx={2}
          strokeDasharray={unused ? '3 3' : undefined}
        />
        <rect
          className={views.solid}
          x={x + 11}
          y={y + BAR.top + 1}
          width={Math.max(0, (room - 2) * shareOf(station, level)).toFixed(1)}
          height={BAR.height - 2}
        />
        <text className={views.ink} x={x + 10} y={y + rows.level}>
          {sayLevel(station, level, words)}
        </text>
        {!unused && (
          <text
            className={views.ink}
            data-alarm={(station.drops && count > 0) || undefined}
            x={x + 10}
            y={y + rows.count}
          >
            {station.drops && count > 0 ? '✕ ' : ''}
            {sayCount(station, count, words)}
          </text>
        )}
      </g>
    );
  });
}

function Command({ box, text, at, lines }: { box: Box; text: string; at: number; lines: number }): ReactNode {
  return commandLines(text, box.width, lines).map((line, index) => (
    <text key={index} className={views.code} x={box.x + 10} y={box.y + at + index * LINE}>
      {line}
    </text>
  ));
}

/** From one box to the next. */
function Arrow({ box: { x, y, width }, layout: { narrow, boxHeight } }: { box: Box; layout: Layout }): ReactNode {
  const d = narrow
    ? `M${x + width / 2},${y + boxHeight + 2}v10m-4,-4l4,4l4,-4`
    : `M${(x + width + 2).toFixed(1)},${y + BAR.top + BAR.height / 2}h13m-4,-4l4,4l-4,4`;
  return <path className={views.arrow} d={d} />;
}

/** All that does not change with time. */
export function Boxes({ layout }: { layout: Layout }): ReactNode {
  const { boxes, boxHeight, rows, lines, sides } = layout;
  return (
    <g>
      {sides.map(({ name, y }) => (
        <text key={name} className={views.title} x={0} y={y}>
          {name}
        </text>
      ))}
      {boxes.map((box, index) => {
        const { station, number, x, y, width } = box;
        return (
          <g key={number}>
            <rect className={views.part} x={x + 0.5} y={y + 0.5} width={width - 1} height={boxHeight - 1} rx={6} />
            <text className={views.title} x={x + 10} y={y + 19}>
              {cut(`${number} ${station.name}`, width - 20, 12.5)}
            </text>
            <Command box={box} text={station.bound} at={rows.bound} lines={lines} />
            <Command box={box} text={station.counter} at={rows.counter} lines={lines} />
            {boxes[index + 1]?.station.side === station.side && <Arrow box={box} layout={layout} />}
          </g>
        );
      })}
    </g>
  );
}
