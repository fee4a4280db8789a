import { bisector } from 'd3-array';
import type { StationsSpec } from '../../model/contract';
import { CursorSheet, drawNothing, Sheet, Tag } from '../sheet';
import { tableOf } from '../tables';
import { sayTime, stripAxis } from '../time';
import type { Draw, Moment, PictureLink, View } from '../view';
import views from '../views.module.css';
import type { DrawInput } from '../view';
import { Boxes, Levels, sayCount, sayLevel } from './Boxes';
import { heightOf, type Layout, layoutStations } from './layoutStations';
import { readStations } from './readStations';
import { StationsStrip } from './StationsStrip';
import { stationsWords, type StationsWords } from './stationsWords';

const near = bisector<number, number>((value) => value).center;

/** Each queue at `t`: what is in it, and what it has counted. */
function momentAt(
  layout: Layout,
  { run, words }: Pick<DrawInput<StationsSpec, StationsWords>, 'run' | 'words'>,
  t: number,
): Moment {
  const head = run.columns[0]!;
  const row = near(head.values as unknown as number[], t);
  const time = head.values[row] ?? t;
  const at = Math.round(layout.x(time)) + 0.5;
  const { width, height, strip } = layout;
  return {
    t: time,
    said: `${sayTime(head, time)}: ${sayAll(layout, row, words)}`,
    cursor: (
      <CursorSheet width={width} height={height}>
        <Levels layout={layout} row={row} words={words} />
        <line className={views.cursorLine} x1={at} x2={at} y1={strip.top} y2={strip.bottom} />
        <Tag x={at} y={strip.bottom + 5} text={sayTime(head, time)} width={width} />
      </CursorSheet>
    ),
  };
}

const sayAll = ({ boxes }: Layout, row: number, words: StationsWords): string =>
  boxes
    .filter(({ station }) => !Number.isNaN(station.limit))
    .map(({ station }) => {
      const [level, count] = [station.level.values[row] ?? 0, station.count.values[row] ?? 0];
      const counted = count > 0 ? `, ${sayCount(station, count, words)}` : '';
      return `${station.name} ${sayLevel(station, level, words)}${counted}`;
    })
    .join('; ');

/** A box leads to its chapter. */
const linksOf = ({ boxes, boxHeight }: Layout): PictureLink[] =>
  boxes.map(({ station, x, y, width }) => ({
    doc: station.chapter,
    label: station.name,
    plot: { left: x, top: y, right: x + width, bottom: y + boxHeight },
  }));

/** The queues on the path of a packet: at the cursor's time, and over time. */
const draw: Draw<StationsSpec, StationsWords> = (input) => {
  const { spec, run, width, title, words } = input;
  const table = tableOf(run, spec.table);
  if (!table || run.columns[0]!.values.length === 0)
    return drawNothing(width, heightOf(width, input.flat), title, words.nothing);
  const layout = layoutStations(readStations(table, run), input);
  const times = Float64Array.from(run.columns[0]!.values);
  const { height, strip } = layout;
  const last = times.length - 1;
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${sayAll(layout, last, words)}`}>
      <Boxes layout={layout} />
      <Levels layout={layout} row={last} words={words} />
      <StationsStrip layout={layout} times={times} title={words.howFull} />
    </Sheet>
  );
  return {
    width,
    height,
    picture,
    links: linksOf(layout),
    time: stripAxis(layout, strip, times, run.events, (t) => momentAt(layout, input, t)),
  };
};

export const stations: View<StationsSpec, StationsWords> = { draw, words: stationsWords, alone: true, fuller: true };
