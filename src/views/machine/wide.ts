import type { Place, Step } from './chart';
import {
  between,
  type Box,
  EXIT,
  FIRST,
  type Label,
  LAST,
  type Plan,
  planOf,
  type Route,
  way,
  type Zone,
} from './plan';

/** What a zone leaves around its boxes, and above them for its heading, px. */
const [ROUND, HEAD] = [16, 28];
/** From a box's middle to a line beside another, px. */
const ASIDE = 22;

/** Three columns, words on the lines: above a connection opens; below on the left and right are the two ways to close it. */
export function widePlan(room: number): Plan {
  const width = Math.min(Math.max(room, 560), 760);
  const box = { width: Math.round(width * 0.178), height: 38 };
  const [half, side] = [box.height / 2, box.width / 2];
  const [l, m, r] = [Math.round(width * 0.185), Math.round(width / 2), Math.round(width * 0.815)];
  const [r0, r1, r2, r3, r4, r5, r6] = [20, 86, 153, 218, 311, 396, 474] as const;
  const [far, farther] = [Math.max(7, l - side - 42), Math.min(width - 7, r + side + 42)];
  const [zoneTop, zoneBottom] = [r4 - half - HEAD, r5 + half + 14];
  const fork = r3 + half + 20;
  const elbow = r4 + half + 15;
  const boxes: Box[] = [
    { place: 'CLOSED', x: m, y: r0 },
    { place: 'LISTEN', x: l, y: r1 },
    { place: 'SYN_SENT', x: r, y: r1 },
    { place: 'SYN_RECV', x: l, y: r2 },
    { place: 'ESTABLISHED', x: m, y: r3 },
    { place: 'FIN_WAIT1', x: l, y: r4 },
    { place: 'CLOSING', x: m, y: r4 },
    { place: 'CLOSE_WAIT', x: r, y: r4 },
    { place: 'FIN_WAIT2', x: l, y: r5 },
    { place: 'TIME_WAIT', x: m, y: r5 },
    { place: 'LAST_ACK', x: r, y: r5 },
    { place: 'GONE', x: m, y: r6 },
  ];
  const zone = (from: number, to: number, text: string): Zone => ({
    points: way(from, zoneTop, to, zoneTop, to, zoneBottom, from, zoneBottom),
    lines: [text],
    x: to - 12,
    y: zoneTop + 17,
    anchor: 'end',
  });
  const routes: Partial<Record<Step, Route>> = {
    'CLOSED>LISTEN': [way(m - side, r0, l, r0, l, r1 - half), [(l + m - side) / 2, r0 - 7, 'middle']],
    'LISTEN>CLOSED': [way(l + side, r1, m - 30, r1, m - 30, r0 + half), [l + side + 8, r1 - 7, 'start']],
    'CLOSED>SYN_SENT': [way(m + side, r0, r, r0, r, r1 - half), [(r + m + side) / 2, r0 - 7, 'middle']],
    'SYN_SENT>CLOSED': [
      way(r - side, r1, m + 30, r1, m + 30, r0 + half),
      [r - side - 8, r1 - 7, 'end', ['close(), timeout']],
    ],
    'LISTEN>SYN_RECV': [
      way(l - ASIDE, r1 + half, l - ASIDE, r2 - half),
      [l - ASIDE - 8, between(r1, r2), 'end', l < 124 ? ['SYN /', 'SYN, ACK'] : undefined],
    ],
    'SYN_RECV>LISTEN': [way(l + ASIDE, r2 - half, l + ASIDE, r1 + half), [l + ASIDE + 7, between(r1, r2), 'start']],
    'SYN_SENT>SYN_RECV': [way(r - ASIDE, r1 + half, r - ASIDE, r2, l + side, r2), [m, r2 - 7, 'middle']],
    'SYN_RECV>ESTABLISHED': [
      way(l + ASIDE, r2 + half, l + ASIDE, r3, m - side, r3),
      [(l + ASIDE + m - side) / 2, r3 - 7, 'middle'],
    ],
    'SYN_SENT>ESTABLISHED': [
      way(r + ASIDE, r1 + half, r + ASIDE, r3, m + side, r3),
      [(r + ASIDE + m + side) / 2, r3 - 7, 'middle'],
    ],
    'SYN_RECV>FIN_WAIT1': [
      way(l - ASIDE, r2 + half, l - ASIDE, r4 - half),
      [l - ASIDE - 7, between(r2 + half, zoneTop), 'end'],
    ],
    'ESTABLISHED>FIN_WAIT1': [
      way(m - 30, r3 + half, m - 30, fork, l + ASIDE, fork, l + ASIDE, r4 - half),
      [(l + ASIDE + m - side) / 2, fork - 7, 'middle'],
    ],
    'ESTABLISHED>CLOSE_WAIT': [
      way(m + 30, r3 + half, m + 30, fork, r - ASIDE, fork, r - ASIDE, r4 - half),
      [(r - ASIDE + m + side) / 2, fork - 7, 'middle'],
    ],
    'FIN_WAIT1>CLOSING': [way(l + side, r4, m - side, r4), [(l + m) / 2, r4 - 7, 'middle']],
    'FIN_WAIT1>FIN_WAIT2': [way(l, r4 + half, l, r5 - half), [l - 7, between(r4, r5), 'end']],
    'FIN_WAIT1>TIME_WAIT': [
      way(l + 30, r4 + half, l + 30, elbow, m - 30, elbow, m - 30, r5 - half),
      width < 640
        ? [m - 36, between(elbow, r5 - half), 'end', ['FIN, ACK of FIN', '/ ACK']]
        : [(l + m) / 2, elbow + 15, 'middle'],
    ],
    'FIN_WAIT2>TIME_WAIT': [way(l + side, r5, m - side, r5), [(l + m) / 2, r5 + 16, 'middle']],
    'CLOSING>TIME_WAIT': [way(m, r4 + half, m, r5 - half), [m + 7, between(r4, r5), 'start']],
    'CLOSE_WAIT>LAST_ACK': [way(r - ASIDE, r4 + half, r - ASIDE, r5 - half), [r - ASIDE + 8, between(r4, r5), 'start']],
    'LAST_ACK>GONE': [way(r, r5 + half, r, r6, m + side, r6), [(r + m + side) / 2, r6 - 7, 'middle']],
    'TIME_WAIT>GONE': [way(m, r5 + half, m, r6 - half), [m + 8, between(zoneBottom, r6 - half), 'start']],
  };
  const exit = EXIT.join(' ');
  const left = (y: number): Route => [
    way(l - side, y, far, y, far, r6, m - side, r6),
    [(far + m - side) / 2, r6 - 7, 'middle', [exit]],
  ];
  const beside: Label = [(r + m + side) / 2, r6 + 22, 'middle', [exit]];
  const right = (x: number, y: number): Route => [way(x, y, farther, y, farther, r6 + 9, m + side, r6 + 9), beside];
  const gap = (m + r) / 2;
  const exits: Partial<Record<Place, Route>> = {
    LISTEN: left(r1),
    SYN_RECV: left(r2),
    FIN_WAIT1: left(r4),
    FIN_WAIT2: left(r5),
    ESTABLISHED: right(m + side, r3 + 9),
    CLOSE_WAIT: right(r + side, r4),
    CLOSING: [
      way(m + side, r4, gap, r4, gap, r6 - 9, m + side, r6 - 9),
      [gap + 6, between(zoneBottom, r6 - 9), 'start', [exit]],
    ],
  };
  return planOf({
    width,
    height: r6 + half + 8,
    box,
    zones: [zone(l - side - ROUND, m + side + ROUND, FIRST), zone(r - side - ROUND, r + side + ROUND, LAST)],
    boxes,
    routes,
    exits,
    twoLines: false,
  });
}
