import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { cut } from '../text';
import views from '../views.module.css';
import type { StationsWords } from './stationsWords';
import { type Box, commandLines, type Layout, LINE } from './layoutStations';
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
  const { boxes, rows, bar, both, narrow } = layout;
  const inset = narrow && !both ? 6 : 10;
  return boxes.map(({ station, x, y, width, number }) => {
    const level = station.level.values[row] ?? 0;
    const count = station.count.values[row] ?? 0;
    const unused = Number.isNaN(station.limit);
    const room = width - 2 * inset;
    const showsCount = !unused && (both || count > 0);
    const said =
      both || unused ? sayLevel(station, level, words) : words.short(formatNumber(level), formatNumber(station.limit));
    return (
      <g key={number} style={inkOf(station.level.quantity)}>
        <rect
          className={views.panel}
          x={x + 2}
          y={y + bar.top - 2}
          width={width - 4}
          height={rows.level - bar.top + 6}
        />
        <rect className={views.panel} x={x + 2} y={y + rows.count - 12} width={width - 4} height={16} />
        <rect
          className={views.box}
          x={x + inset}
          y={y + bar.top}
          width={room}
          height={bar.height}
          rx={2}
          strokeDasharray={unused ? '3 3' : undefined}
        />
        <rect
          className={views.solid}
          x={x + inset + 1}
          y={y + bar.top + 1}
          width={Math.max(0, (room - 2) * shareOf(station, level)).toFixed(1)}
          height={bar.height - 2}
        />
        {(both || !showsCount) && (
          <text className={views.ink} x={x + inset} y={y + rows.level}>
            {said}
          </text>
        )}
        {showsCount && (
          <text
            className={views.ink}
            data-alarm={(station.drops && count > 0) || undefined}
            x={x + inset}
            y={y + rows.count}
          >
            {station.drops && count > 0 ? '✕ ' : ''}
            {both ? sayCount(station, count, words) : cut(sayCount(station, count, words), room - 12)}
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
function Arrow({
  box: { x, y, width },
  layout: { columns, boxHeight, bar, gap },
}: {
  box: Box;
  layout: Layout;
}): ReactNode {
  const d =
    columns === 1
      ? `M${x + width / 2},${y + boxHeight + 2}v10m-4,-4l4,4l4,-4`
      : `M${(x + width + 2).toFixed(1)},${y + bar.top + bar.height / 2}h${gap - 5}m-4,-4l4,4l-4,4`;
  return <path className={views.arrow} d={d} />;
}

/** All that does not change with time. */
export function Boxes({ layout }: { layout: Layout }): ReactNode {
  const { boxes, boxHeight, rows, lines, sides, commands, columns, bar } = layout;
  const inset = bar.height < 10 ? 6 : 10;
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
            <text className={views.title} x={x + inset} y={y + bar.top - 8 + (bar.height < 10 ? 2 : 0)}>
              {cut(`${number} ${station.name}`, width - 2 * inset, 12.5)}
            </text>
            {commands && <Command box={box} text={station.bound} at={rows.bound} lines={lines} />}
            {commands && <Command box={box} text={station.counter} at={rows.counter} lines={lines} />}
            {boxes[index + 1]?.station.side === station.side && (columns === 1 || boxes[index + 1]!.y === y) && (
              <Arrow box={box} layout={layout} />
            )}
          </g>
        );
      })}
    </g>
  );
}
