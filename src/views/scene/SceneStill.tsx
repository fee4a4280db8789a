import { memo, type ReactNode } from 'react';
import { formatValue } from '../format';
import { inkOf } from '../styles';
import { dodge, spoken, textWidth } from '../text';
import view from '../views.module.css';
import { loanEnd, markHeight, TAPER } from './drawBucket';
import { COOL, HOT } from './drawQueue';
import { type Box, type Cell, middle, type SceneLayout, type Wire } from './layoutScene';
import { pileAfter, type Place, type SceneData } from './readScene';
import { brevity, sayLevel, sayLost, type SceneWords } from './sceneWords';
import css from './scene.module.css';

interface PlacesProps {
  layout: SceneLayout;
  data: SceneData;
  words: SceneWords;
  /** The time that the labels are of. */
  t: number;
  /** What the drawing shows, where nothing around it says so. */
  title?: string | undefined;
  /** What moves, where it is not drawn on a canvas. */
  marks?: ReactNode;
}

const pathOf = ({ from, to }: Wire): string => {
  const half = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${half} ${from.y} ${half} ${to.y} ${to.x} ${to.y}`;
};

function Host({ box, title }: { box: Box; title: string }): ReactNode {
  const { x, y, width, height } = box;
  return (
    <g>
      <rect className={css.host} x={x} y={y} width={width} height={height} rx={6} />
      <text className={view.tick} x={x + width / 2} y={y + height / 2} dy="0.34em" textAnchor="middle">
        {title}
      </text>
    </g>
  );
}

/** A store's walls. */
function Walls({ place, cell }: { place: Place; cell: Cell }): ReactNode {
  const { x, y, width, height } = cell;
  const { shape } = place.spec;
  if (shape === 'bucket') {
    const inset = width * TAPER;
    return (
      <path
        className={css.bucket}
        d={`M${x - 3} ${y}H${x}L${x + inset} ${y + height}H${x + width - inset}L${x + width} ${y}h3`}
      />
    );
  }
  const round = shape === 'line' ? height / 2 : 4;
  return <rect className={css.store} x={x} y={y} width={width} height={height} rx={round} />;
}

function Words({
  place,
  cell,
  at,
  layout,
  words,
  t,
}: {
  place: Place;
  cell: Cell;
  at: string;
  layout: SceneLayout;
  words: SceneWords;
  t: number;
}): ReactNode {
  const { narrow } = layout;
  const { title: from, level, lost } = cell;
  const { spec } = place;
  const title = narrow ? spec.title.split(', ', 1)[0]! : spec.title;
  const said = sayLevel(place, words, t, brevity(layout, cell));
  const anchor = cell.end ? 'end' : 'start';
  const x = Number.isNaN(level.x) ? from.x + textWidth(title, 13.5) + 13 : level.x;
  return (
    <>
      <text className={view.label} x={from.x} y={from.y} textAnchor={anchor}>
        {title}
      </text>
      <text className={view.tick} x={x} y={level.y} textAnchor={anchor} data-label={`level ${at}`}>
        {said}
      </text>
      <text
        className={`${view.tick} ${view.alarm}`}
        x={spec.head ? cell.x + cell.width + 4 : lost.x}
        y={lost.y}
        data-label={`lost ${at}`}
      >
        {sayLost(place, words, t)}
      </text>
    </>
  );
}

/** Lines across a tank, by the names of what they are. */
function TankMarks({ place, cell }: { place: Place; cell: Cell }): ReactNode {
  const heights = place.marks.map(({ value }) => markHeight(place, cell, value ?? 0));
  const labels = dodge(heights, 13, cell.y, cell.y + cell.height - 22);
  return place.marks.map(({ name }, i) => {
    const y = heights[i]!;
    return (
      <g key={name}>
        <path className={css.mark} d={`M${cell.x - 4} ${y}H${cell.x + cell.width + 6}`} />
        <text className={view.tick} x={cell.x + cell.width + 9} y={labels[i]! + 4}>
          {spoken(name)}
        </text>
      </g>
    );
  });
}

/** All that stands still: hosts, wires, empty stores, words. */
export const ScenePlaces = memo(function ScenePlaces({ layout, data, words, t, title, marks }: PlacesProps): ReactNode {
  const { width, height, sources, sink, piles, inlets, leaving, backY } = layout;
  const { spec } = data;
  const wires = [...inlets, ...leaving.flat()];
  const below = piles.flat().filter((_, i) => data.piles.flat()[i]!.spec.shape === 'bucket');
  const warm = data.piles.flat().findIndex(({ waited }) => waited !== undefined);
  const cell = piles.flat()[warm];
  return (
    <svg
      className={`${view.view} ${css.scene}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      {data.walker && (
        <path
          className={css.back}
          d={`M${sink.x + sink.width / 2} ${middle(sink)}V${backY}H${sources.at(-1)!.width / 2}V${middle(sources.at(-1)!)}`}
        />
      )}
      {(['wall', 'wire'] as const).map((part) => (
        <g key={part} className={css[part]}>
          {wires.map((wire, i) => (
            <path key={i} d={pathOf(wire)} />
          ))}
          {below.map(({ x, wireY, width: wide }, i) => (
            <path key={i} d={`M${x - 1} ${wireY}H${x + wide + 1}`} />
          ))}
        </g>
      ))}
      {sources.map((box, i) => (
        <Host key={i} box={box} title={spec.sources[i]!.title} />
      ))}
      <Host box={sink} title={spec.sink} />
      {piles.map((pile, column) =>
        pile.map((cell, row) => {
          const place = data.piles[column]![row]!;
          const { quantity } = place.level;
          const lender =
            place.spec.shape === 'bucket' ? piles[pileAfter(spec.stores, column, place.spec)]?.[0] : undefined;
          const [endX, endY] = loanEnd(cell);
          return (
            <g key={`${column} ${row}`} style={inkOf(quantity)} data-series={quantity}>
              {lender && (
                <path
                  className={css.loan}
                  d={pathOf({
                    from: { x: lender.x + 4, y: lender.y + lender.height * 0.45 },
                    to: { x: endX, y: endY },
                  })}
                />
              )}
              <Walls {...{ place, cell }} />
              {place.spec.shape === 'tank' && <TankMarks {...{ place, cell }} />}
              <Words {...{ place, cell, layout, words, t }} at={`${column} ${row}`} />
            </g>
          );
        }),
      )}
      {cell && (
        <Legend
          x={layout.narrow ? 2 : cell.x}
          y={cell.y + cell.height + 15}
          target={data.piles.flat()[warm]!.target}
          words={words}
        />
      )}
      {marks}
    </svg>
  );
});

/** What the two colours of those who wait mean. */
function Legend({ x, y, target, words }: { x: number; y: number; target: number; words: SceneWords }): ReactNode {
  const under = words.under(formatValue(target, 'ms'));
  const second = x + 14 + textWidth(under, 11.5) + 10;
  return (
    <g>
      <rect className={view.full} style={inkOf(COOL)} x={x} y={y - 8} width={9} height={7} rx={1.5} />
      <text className={view.tick} x={x + 13} y={y}>
        {under}
      </text>
      <rect className={view.full} style={inkOf(HOT)} x={second} y={y - 10} width={9} height={11} rx={1.5} />
      <text className={view.tick} x={second + 13} y={y}>
        {words.over}
      </text>
    </g>
  );
}
