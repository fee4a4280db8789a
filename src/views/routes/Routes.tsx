import type { ReactNode } from 'react';
import type { RoutesSpec } from '../../model/contract';
import { drawNothing, Sheet } from '../sheet';
import { dashOf, inkOf } from '../styles';
import { tableOf } from '../tables';
import { cut } from '../text';
import type { Draw, View } from '../view';
import views from '../views.module.css';
import { heightOf, LINE, type Row } from './checks';
import { type Layout, layoutRoutes } from './layoutRoutes';
import type { Box } from './network';
import { type Fate, type Kind, readScene } from './readRoutes';
import css from './routes.module.css';
import { routesWords, type RoutesWords } from './routesWords';

const INK: Record<Kind, string> = { in: 'flow1', back: 'flow2', asked: 'time' };
/** Told apart without colour. */
const DASH: Record<Kind, string | undefined> = { in: undefined, back: dashOf(1), asked: '1 5' };
const CROSS = 9;

const nameOf = (kind: Kind, words: RoutesWords): string =>
  ({ in: words.wayIn, back: words.wayBack, asked: words.wayAsked })[kind];

/** What became of a packet, as a sign: a tick, a cross, a dash. */
function Sign({ x, y, fate }: { x: number; y: number; fate: Fate }): ReactNode {
  const d = {
    passed: `M${x - 4},${y + 0.5}l3,3l5.5,-6.5`,
    ends: `M${x - 3.5},${y - 3.5}l7,7m0,-7l-7,7`,
    unreached: `M${x - 3.5},${y}h7`,
  }[fate];
  return (
    <g className={css.sign} data-fate={fate}>
      <circle cx={x} cy={y} r={CROSS} />
      <path d={d} />
    </g>
  );
}

function BoxOf({ box: { place, x, y, width, height }, ends }: { box: Box; ends: boolean }): ReactNode {
  const texts = [place.name, place.address, place.note].filter(Boolean);
  const first = y + height / 2 - ((texts.length - 1) * LINE) / 2;
  return (
    <g>
      <rect className={views.box} data-ends={ends || undefined} x={x} y={y} width={width} height={height} rx={6} />
      {texts.map((text, i) => (
        <text
          key={i}
          className={i === 0 ? views.title : views.code}
          data-strong={text === place.note || undefined}
          x={x + width / 2}
          y={first + i * LINE}
          dy="0.34em"
          textAnchor="middle"
        >
          {cut(text, width - 6, i === 0 ? 12.5 : 11.5)}
        </text>
      ))}
    </g>
  );
}

function CheckOf({ row: { check, y, lines }, layout }: { row: Row; layout: Layout }): ReactNode {
  const { narrow, stepX, saidX } = layout;
  return (
    <g>
      <Sign x={CROSS + 1} y={y - 4} fate={check.fate} />
      <text className={check.fate === 'unreached' ? views.unit : views.title} x={stepX} y={y}>
        {check.step}
      </text>
      {lines.map((line, i) => (
        <text
          key={i}
          className={check.fate === 'unreached' ? views.unit : views.ink}
          x={saidX}
          y={y + (i + (narrow ? 1 : 0)) * LINE}
        >
          {line}
        </text>
      ))}
    </g>
  );
}

/** A server with two uplinks: how a packet comes in, how its answer goes back, and who puts an end to it. */
const draw: Draw<RoutesSpec, RoutesWords> = ({ spec, run, width, flat, title, words }) => {
  const [places, ways, checks] = [spec.places, spec.ways, spec.checks].map((name) => tableOf(run, name));
  const scene = places && ways && checks && readScene(places, ways, checks);
  if (!scene) return drawNothing(width, heightOf(width, flat), title, words.nothing);
  const layout = layoutRoutes(scene, width, flat);
  const { height, keys, boxes, rails, links, lines, frame, rows } = layout;
  const ended = new Set(lines.flatMap(({ cross }) => (cross ? [cross.at] : [])));
  const said = scene.checks
    .filter(({ fate }) => fate !== 'unreached')
    .map((check) => `${check.step}: ${check.said}`)
    .join(' ');
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${said}`}>
      {keys.map(({ kind, x, y }) => (
        <g key={kind} style={inkOf(INK[kind])}>
          <line
            className={css.way}
            data-kind={kind}
            strokeDasharray={DASH[kind]}
            x1={x}
            x2={x + 24}
            y1={y - 4}
            y2={y - 4}
          />
          <text className={views.ink} x={x + 31} y={y}>
            {nameOf(kind, words)}
          </text>
        </g>
      ))}
      <rect className={views.part} {...frame} rx={10} />
      <text className={views.axisTitle} x={frame.x + 10} y={layout.down ? frame.y + frame.height - 12 : frame.y + 17}>
        {words.server}
      </text>
      {links.map((d, i) => (
        <path key={i} className={views.frame} d={d} />
      ))}
      {rails.map(({ place, from, to, label }) => (
        <g key={place.id}>
          <line
            className={views.base}
            strokeWidth={4}
            strokeLinecap="round"
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
          />
          <text className={views.code} x={label.x} y={label.y} textAnchor={label.anchor}>
            {place.name}
          </text>
        </g>
      ))}
      {lines.map(({ kind, d, heads }) => (
        <g key={kind} style={inkOf(INK[kind])}>
          <path className={css.way} data-kind={kind} strokeDasharray={DASH[kind]} d={d} />
          {heads.map(({ x, y, turn }, i) => (
            <path
              key={i}
              className={views.full}
              d="M-4,-5L5,0L-4,5Z"
              transform={`translate(${x},${y}) rotate(${turn})`}
            />
          ))}
        </g>
      ))}
      {boxes.map((box) => (
        <BoxOf key={box.place.id} box={box} ends={ended.has(box.place.id)} />
      ))}
      {lines.map(({ kind, cross }) => cross && <Sign key={kind} x={cross.x} y={cross.y} fate="ends" />)}
      {rows.map((row) => (
        <CheckOf key={row.check.step} row={row} layout={layout} />
      ))}
    </Sheet>
  );
  return { width, height, picture };
};

export const routes: View<RoutesSpec, RoutesWords> = { draw, words: routesWords, alone: true, fuller: true };
