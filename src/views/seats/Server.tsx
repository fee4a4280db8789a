import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { cut } from '../text';
import views from '../views.module.css';
import type { Words } from '../words';
import type { Layout, Places, Rect } from './layout';
import { Falls } from './Falls';
import { box } from './marks';
import { Row, Slots } from './Places';
import { acceptsAt, isFull, sayApplication, valueAt } from './read';
import css from './seats.module.css';

interface PartProps {
  layout: Layout;
  row: number;
  words: Words;
}

interface BoxProps {
  at: Rect;
  full?: boolean;
  still?: boolean;
}

function Box({ at: { x, y, width, height }, full, still }: BoxProps): ReactNode {
  const look = { 'data-full': full || undefined, 'data-still': still || undefined };
  return <rect className={css.box} {...look} {...{ x, y, width, height }} rx={5} />;
}

interface HeadProps {
  at: Rect;
  narrow: boolean;
  title: string;
  count: string;
  tag?: string;
  note?: string;
}

/** What a box is, and how much of it is taken: on a narrow picture in one line. */
function Head({ at: { x, y, width }, narrow, title, count, tag = '', note = '' }: HeadProps): ReactNode {
  const tagged = tag && (
    <tspan className={css.alarm} dx={8}>
      {tag}
    </tspan>
  );
  if (narrow)
    return (
      <>
        <text className={css.name} x={x + 8} y={y + 18}>
          {title}
        </text>
        <text className={css.count} x={x + width - 8} y={y + 18} textAnchor="end">
          {note && <tspan className={css.note}>{`${note}   `}</tspan>}
          {count}
          {tagged}
        </text>
      </>
    );
  return (
    <>
      <text className={css.name} x={x + 10} y={y + 19}>
        {title}
      </text>
      <text className={css.count} x={x + 10} y={y + 38}>
        {count}
        {tagged}
        {note && (
          <tspan className={css.note} dx={8}>
            {note}
          </tspan>
        )}
      </text>
    </>
  );
}

/** For how many one place stands: "□ = 9". */
const eachOf = ({ each }: Places, place: string): string => (each > 1 ? `${place} = ${formatNumber(each)}` : '');

/** An arrow, from left to right or downwards; where nobody goes in, a bar. */
function Way({
  at: { x, y },
  narrow,
  barred,
  long = 22,
}: {
  at: { x: number; y: number };
  narrow: boolean;
  barred: boolean;
  long?: number;
}): ReactNode {
  const half = long / 2;
  const turn = narrow ? `rotate(90 ${x} ${y})` : undefined;
  return (
    <g transform={turn}>
      <path className={css.way} d={`M${x - half},${y}h${long - (barred ? 4 : 0)}${barred ? '' : 'm-5,-5l5,5l-5,5'}`} />
      {barred && <path className={css.bar} d={`M${x + half - 1},${y - 11}v22`} />}
    </g>
  );
}

function Application({ layout, row, words }: PartProps): ReactNode {
  const { application: at, scene, narrow } = layout;
  const accepts = acceptsAt(scene, row);
  const [x, y] = narrow ? [at.x + at.width - 26, at.y + at.height / 2] : [at.x + at.width / 2, layout.exit.y - 8];
  const r = narrow ? 15 : 23;
  const icon = accepts
    ? `M${x - 0.3 * r},${y - 0.45 * r}v${0.9 * r}l${0.8 * r},${-0.45 * r}z`
    : box(x - 0.4 * r, y - 0.42 * r, 0.26 * r, 0.84 * r) + box(x + 0.14 * r, y - 0.42 * r, 0.26 * r, 0.84 * r);
  const state = sayApplication(scene, row);
  const count = words.seats.accepted(formatNumber(valueAt(scene.accepted, row)));
  return (
    <g style={inkOf(scene.application.quantity)}>
      <Box at={at} still={!accepts} />
      <text className={css.name} x={narrow ? at.x + 8 : x} y={at.y + 19} textAnchor={narrow ? 'start' : 'middle'}>
        {words.seats.application}
      </text>
      <circle className={css.button} data-still={!accepts || undefined} cx={x} cy={y} r={r} />
      <path className={css.icon} data-still={!accepts || undefined} d={icon} />
      <text
        className={css.state}
        x={narrow ? x - 24 : x}
        y={narrow ? at.y + 19 : y + r + 20}
        textAnchor={narrow ? 'end' : 'middle'}
      >
        {cut(state, narrow ? 110 : at.width - 6, 12)}
      </text>
      <text
        className={css.note}
        x={narrow ? at.x + 8 : x}
        y={narrow ? at.y + 36 : at.y + at.height - 12}
        textAnchor={narrow ? 'start' : 'middle'}
      >
        {cut(count, narrow ? 150 : at.width - 6, 11)}
      </text>
    </g>
  );
}

/** What the server has: slots for handshakes, seats for connections, and somebody who calls accept(), or not. */
export function Server({ layout, row, words }: PartProps): ReactNode {
  const { scene, server, halfOpen, queue, narrow, door, gate, exit } = layout;
  const full = isFull(scene, row);
  const taken = (count: number, all: number): string => words.seats.taken(formatNumber(count), formatNumber(all));
  const [half, limit] = [valueAt(scene.halfOpen, row), valueAt(scene.halfLimit, row)];
  const [length, seats] = [valueAt(scene.queue, row), valueAt(scene.seats, row)];
  const halfFull = limit > 0 && half >= limit;
  const tallies = [
    `TCPReqQFullDrop ${formatNumber(valueAt(scene.fullDrops, row))}`,
    `TCPReqQFullDoCookies ${formatNumber(valueAt(scene.cookies, row))}`,
  ];
  return (
    <g>
      <rect className={css.server} x={server.x} y={server.y} width={server.width} height={server.height} rx={8} />
      <text
        className={views.title}
        x={narrow ? server.x + server.width - 2 : server.x + 10}
        y={narrow ? server.y - 7 : 14}
        textAnchor={narrow ? 'end' : 'start'}
      >
        {words.seats.server}
      </text>
      <g style={inkOf(scene.halfOpen.quantity)}>
        <Box at={halfOpen} />
        <Head
          at={halfOpen}
          narrow={narrow}
          title={words.seats.halfOpen}
          count={taken(half, limit)}
          tag={halfFull ? words.seats.full : ''}
          note={eachOf(halfOpen.places, '○')}
        />
        <Slots places={halfOpen.places} taken={half} all={limit} />
      </g>
      {tallies.map((text, i) => (
        <text key={i} className={css.tally} x={halfOpen.x + 8} y={halfOpen.tallies + 12 + i * 13}>
          {text}
        </text>
      ))}
      <g style={inkOf(scene.queue.quantity)}>
        <Box at={queue} full={full} />
        <Head
          at={queue}
          narrow={narrow}
          title={words.seats.acceptQueue}
          count={taken(length, seats)}
          tag={full ? words.seats.full : ''}
          note={eachOf(queue.places, '□')}
        />
        <Row places={queue.places} taken={length} all={seats} />
      </g>
      <Application {...{ layout, row, words }} />
      <Way at={door} narrow={narrow} barred={valueAt(scene.shut, row) > 0} long={26} />
      <Way at={gate} narrow={narrow} barred={full} long={narrow ? 22 : 24} />
      <Way at={exit} narrow={narrow} barred={!acceptsAt(scene, row)} long={narrow ? 13 : 18} />
      <Falls {...{ layout, row, words }} />
    </g>
  );
}
