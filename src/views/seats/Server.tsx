import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import views from '../views.module.css';
import type { Places, Rect } from './pack';
import { Application, type PartProps } from './Application';
import { Box } from './Box';
import { Falls } from './Falls';
import { Row, Slots } from './Places';
import { acceptsAt, isFull, valueAt } from './readSeats';

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
    <tspan className={views.alarm} dx={8}>
      {tag}
    </tspan>
  );
  if (narrow)
    return (
      <>
        <text className={views.title} x={x + 8} y={y + 18}>
          {title}
        </text>
        <text className={views.title} x={x + width - 8} y={y + 18} textAnchor="end">
          {note && <tspan className={views.tick}>{`${note}   `}</tspan>}
          {count}
          {tagged}
        </text>
      </>
    );
  return (
    <>
      <text className={views.title} x={x + 10} y={y + 19}>
        {title}
      </text>
      <text className={views.title} x={x + 10} y={y + 38}>
        {count}
        {tagged}
        {note && (
          <tspan className={views.tick} dx={8}>
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
      <path
        className={views.arrow}
        d={`M${x - half},${y}h${long - (barred ? 4 : 0)}${barred ? '' : 'm-5,-5l5,5l-5,5'}`}
      />
      {barred && <path className={views.stop} strokeWidth={3.5} d={`M${x + half - 1},${y - 11}v22`} />}
    </g>
  );
}

/** What the server has: slots for handshakes, seats for connections, and somebody who calls accept(), or not. */
export function Server({ layout, row, words }: PartProps): ReactNode {
  const { scene, server, halfOpen, queue, narrow, stacked, whole, door, gate, exit } = layout;
  const full = isFull(scene, row);
  const taken = (count: number, all: number): string => words.taken(formatNumber(count), formatNumber(all));
  const [half, limit] = [valueAt(scene.halfOpen, row), valueAt(scene.halfLimit, row)];
  const [length, seats] = [valueAt(scene.queue, row), valueAt(scene.seats, row)];
  const halfFull = limit > 0 && half >= limit;
  const tallies = [
    `TCPReqQFullDrop ${formatNumber(valueAt(scene.fullDrops, row))}`,
    `TCPReqQFullDoCookies ${formatNumber(valueAt(scene.cookies, row))}`,
  ];
  return (
    <g>
      <rect className={views.part} x={server.x} y={server.y} width={server.width} height={server.height} rx={8} />
      {(whole || !narrow) && (
        <text
          className={views.title}
          x={narrow ? server.x + server.width - 2 : server.x + 10}
          y={narrow ? server.y - 7 : 14}
          textAnchor={narrow ? 'end' : 'start'}
        >
          {words.listener}
        </text>
      )}
      <g style={inkOf(scene.halfOpen.quantity)}>
        <Box at={halfOpen} />
        <Head
          at={halfOpen}
          narrow={stacked}
          title={words.halfOpen}
          count={taken(half, limit)}
          tag={halfFull ? words.full : ''}
          note={eachOf(halfOpen.places, '○')}
        />
        <Slots places={halfOpen.places} taken={half} all={limit} />
      </g>
      {whole &&
        tallies.map((text, i) => (
          <text key={i} className={views.tick} x={halfOpen.x + 8} y={halfOpen.tallies + 12 + i * 13}>
            {text}
          </text>
        ))}
      <g style={inkOf(scene.queue.quantity)}>
        <Box at={queue} full={full} />
        <Head
          at={queue}
          narrow={stacked}
          title={words.acceptQueue}
          count={taken(length, seats)}
          tag={full ? words.full : ''}
          note={eachOf(queue.places, '□')}
        />
        <Row places={queue.places} taken={length} all={seats} />
      </g>
      <Application {...{ layout, row, words }} />
      <Way at={door} narrow={narrow} barred={valueAt(scene.shut, row) > 0} long={narrow && !stacked ? 14 : 26} />
      <Way at={gate} narrow={stacked} barred={full} long={narrow ? 18 : 24} />
      <Way at={exit} narrow={stacked} barred={!acceptsAt(scene, row)} long={narrow ? 13 : 18} />
      <Falls {...{ layout, row, words }} />
    </g>
  );
}
