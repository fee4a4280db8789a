import type { ReactNode } from 'react';
import type { MappingSpec } from '../../model/contract';
import { formatValue } from '../format';
import { drawNothing, Heading, Sheet } from '../sheet';
import { inkOf } from '../styles';
import { columnOf, tableOf } from '../tables';
import { cut, textWidth } from '../text';
import type { Draw, View } from '../view';
import { type Band, type Box, HEAD, heightOf, isOver, layoutMapping } from './layoutMapping';
import views from '../views.module.css';
import css from './mapping.module.css';
import { commonWords } from '../words';

const PAD = 6;
const LINE = 15;
const HATCH = 7;

const round = (value: number): number => Math.round(value * 10) / 10;

/** From box to box: as wide at either end as its part of that box. */
function pathOf({ from, to, source, target }: Band): string {
  const [x1, x2] = [from.x + from.width, to.x];
  const middle = round((x1 + x2) / 2);
  const [a, b, c, d] = [...source, ...target].map(round) as [number, number, number, number];
  return `M${x1},${a}C${middle},${a},${middle},${c},${x2},${c}V${d}C${middle},${d},${middle},${b},${x1},${b}Z`;
}

/** Slanted lines over a box that has too much. */
function hatchOf({ x, y, width, height }: Box): string {
  const lines: string[] = [];
  for (let start = HATCH - height; start < width; start += HATCH) {
    const from = Math.max(0, start);
    const to = Math.min(width, start + height);
    lines.push(
      `M${round(x + from)},${round(y + height - (from - start))}L${round(x + to)},${round(y + height - (to - start))}`,
    );
  }
  return lines.join('');
}

/** A name in lines, at its commas where it is too long for one. */
function linesOf(name: string, space: number, room: number, size: number): string[] {
  const parts = name.split(/(?<=,) /);
  return textWidth(name, size) > space && parts.length < room ? parts : [name];
}

/** Its name, and how much it has. Where there is no room for both, the end of a way keeps the number. */
function Words({ box, value }: { box: Box; value: string }): ReactNode {
  const { x, y, width, height, name, room } = box;
  const space = width - 2 * PAD;
  if (height < 12) return null;
  const whole = (at: number): boolean => textWidth(`${name} `, at) + textWidth(value, at) + 4 <= space;
  const size = height < LINE || (height < 2 * LINE && !whole(12) && whole(10.5)) ? 10.5 : 12;
  const lines = linesOf(name, space, Math.floor(height / LINE), size);
  const both = whole(size);
  const fits = room !== undefined || textWidth(value, size) <= space + PAD;
  const two = !both && fits && height >= (lines.length + 1) * LINE;
  const number = both || two || room !== undefined ? value : '';
  const alone = number !== '' && !both && !two;
  const middle = y + height / 2;
  const last = (two ? lines.length : lines.length - 1) / 2;
  return (
    <g style={{ fontSize: size }}>
      {!alone &&
        lines.map((text, i) => (
          <text
            key={i}
            className={`${views.ink} ${views.halo}`}
            x={x + PAD}
            y={round(middle + (i - last) * LINE)}
            dy="0.34em"
          >
            {cut(text, space, size)}
          </text>
        ))}
      {number !== '' && (
        <text
          className={`${views.title} ${views.halo}`}
          x={two ? x + PAD : x + width - PAD}
          y={round(two ? middle + last * LINE : middle)}
          dy="0.34em"
          textAnchor={two ? 'start' : 'end'}
        >
          {number}
        </text>
      )}
    </g>
  );
}

function BoxOf({ box, text }: { box: Box; text: string }): ReactNode {
  const { x, width, load, room } = box;
  const [y, height] = [round(box.y), round(box.height)];
  const over = isOver(box);
  const filled = room === undefined ? 1 : Math.min(1, load / room);
  return (
    <g style={inkOf(over ? 'loss' : 'inflight')} data-over={over || undefined}>
      <title>{`${box.name}: ${text}`}</title>
      <rect className={views.ground} x={x} y={y} width={width} height={height} rx={Math.min(3, height / 2)} />
      {filled > 0 && load > 0 && (
        <rect
          className={room === undefined ? views.tint : css.meter}
          x={x}
          y={y}
          width={round(width * filled)}
          height={height}
          rx={Math.min(3, height / 2)}
        />
      )}
      {over && <path className={css.hatch} d={hatchOf(box)} />}
      <rect
        className={over ? views.drawn : views.frame}
        strokeWidth={over ? 2.5 : 1}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={Math.min(3, height / 2)}
      />
      <Words box={box} value={text} />
    </g>
  );
}

/** Who serves whom: columns of boxes, joined by bands as wide as the load that goes that way. */
const draw: Draw<MappingSpec> = ({ spec, run, width, flat, title, words }) => {
  const height = heightOf(width, flat);
  const nodes = tableOf(run, spec.nodes);
  const ways = tableOf(run, spec.ways);
  const layout = nodes && ways && layoutMapping(nodes, ways, width, flat);
  if (!nodes || !layout) return drawNothing(width, height, title, words.nothing);
  const { columns, bands } = layout;
  const { unit, meaning } = columnOf(nodes, 'load');
  const say = ({ load }: Box): string => formatValue(load, unit);
  const said = columns.at(-1)!.boxes.map((box) => `${box.name} ${say(box)}`);
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${said.join(', ')}`}>
      <Heading x={0} title={spec.title} unit={cut(meaning, width - textWidth(spec.title, 12.5) - 16)} />
      {columns.map(({ name, x, width: wide, boxes }, i) => {
        const last = i === columns.length - 1 && i > 0;
        return (
          <text
            key={name}
            className={views.axisTitle}
            x={last ? x + wide : x}
            y={HEAD + 14}
            textAnchor={last ? 'end' : 'start'}
          >
            {cut(`${boxes.length} ${name}`, wide + 20, 11.5)}
          </text>
        );
      })}
      {bands.map((band, i) => (
        <path
          key={i}
          className={band.handedOn ? views.band : css.band}
          strokeDasharray={band.handedOn ? '4 3' : undefined}
          style={inkOf(isOver(band.to) ? 'loss' : 'inflight')}
          d={pathOf(band)}
        />
      ))}
      {columns.map(({ name, boxes }) => (
        <g key={name}>
          {boxes.map((box, i) => (
            <BoxOf key={i} box={box} text={say(box)} />
          ))}
        </g>
      ))}
    </Sheet>
  );
  return { width, height, picture };
};

export const mapping: View<MappingSpec> = { draw, words: commonWords, alone: true, fuller: true };
