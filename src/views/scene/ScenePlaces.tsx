import { memo, type ReactNode } from 'react';
import type { SceneSpec } from '../../model/contract';
import type { PlacesProps } from '../moving';
import { inkOf } from '../styles';
import { cut } from '../text';
import view from '../views.module.css';
import type { Box, SceneLayout, Wire } from './layoutScene';
import type { SceneData } from './readScene';
import { sayLevel, sayLost, type SceneWords } from './sceneWords';
import css from './scene.module.css';

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
        {cut(title, width - 6, 11.5)}
      </text>
    </g>
  );
}

/** All that stands still: hosts, wires, empty stores, words. */
export const ScenePlaces = memo(function ScenePlaces({
  spec,
  layout,
  data,
  words,
  t,
  title,
  marks,
}: PlacesProps<SceneSpec, SceneLayout, SceneData, SceneWords>): ReactNode {
  const { width, height, sources, sink, piles, inlets, between, outlets, backY } = layout;
  const [into, out] = [inlets[0]!, outlets[0]!];
  return (
    <svg
      className={`${view.view} ${css.scene}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      {[...inlets, ...between, ...outlets].map((wire, i) => (
        <path key={i} className={css.wire} d={pathOf(wire)} />
      ))}
      {data.walker && <path className={css.back} d={`M${out.to.x} ${backY}H${into.from.x}`} />}
      {sources.map((box, i) => (
        <Host key={i} box={box} title={spec.sources[i]!.title} />
      ))}
      <Host box={sink} title={spec.sink} />
      {piles.map((pile, column) =>
        pile.map((box, row) => {
          const place = data.piles[column]![row]!;
          const { title } = place.spec;
          const { quantity } = place.level;
          return (
            <g key={`${column} ${row}`} style={inkOf(quantity)} data-series={quantity}>
              <rect
                className={css.store}
                data-open={place.limit === undefined}
                x={box.x}
                y={box.y}
                width={box.width}
                height={box.height}
                rx={4}
              />
              <text className={view.label} x={box.x} y={box.y - 7}>
                {title}
                <tspan className={view.tick} dx={8} data-label={`level ${column} ${row}`}>
                  {sayLevel(place, words, t)}
                </tspan>
              </text>
              <text
                className={`${view.tick} ${view.alarm}`}
                x={box.x - 4}
                y={box.y + box.height + 14}
                textAnchor="end"
                data-label={`lost ${column} ${row}`}
              >
                {sayLost(place, data, words, t)}
              </text>
            </g>
          );
        }),
      )}
      {marks}
    </svg>
  );
});
