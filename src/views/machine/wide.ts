import type { Place, Step } from './chart';
import { between, type Box, EXIT, type Label, type Plan, planOf, type Route, rows, way } from './plan';

/** Three columns, words on the lines. */
export function widePlan(room: number): Plan {
  const width = Math.min(Math.max(room, 560), 760);
  const box = { width: 110, height: 28 };
  const [half, side] = [box.height / 2, box.width / 2];
  const [l, m, r] = [Math.round(width * 0.215), Math.round(width / 2), Math.round(width * 0.785)];
  const [r0, r1, r2, r3, r4, r5, r6] = rows(18, 58);
  const bus = r6 + half + 22;
  const [far, farther] = [6, width - 6];
  const boxes: Box[] = [
    { place: 'CLOSED', x: m, y: r0 },
    { place: 'LISTEN', x: l, y: r1 },
    { place: 'SYN_SENT', x: r, y: r1 },
    { place: 'SYN_RECV', x: l, y: r2 },
    { place: 'ESTABLISHED', x: m, y: r3 },
    { place: 'FIN_WAIT1', x: l, y: r4 },
    { place: 'CLOSE_WAIT', x: r, y: r4 },
    { place: 'FIN_WAIT2', x: l, y: r5 },
    { place: 'CLOSING', x: m, y: r5 },
    { place: 'LAST_ACK', x: r, y: r5 },
    { place: 'TIME_WAIT', x: m, y: r6 },
    { place: 'GONE', x: r, y: r6 },
  ];
  const [fork, merge] = [l + side + 28, m - side];
  const routes: Partial<Record<Step, Route>> = {
    'CLOSED>LISTEN': [way(m - side, r0, l - 22, r0, l - 22, r1 - half), [l + 22, r0 - 5, 'middle']],
    'LISTEN>CLOSED': [way(l + side, r1, m - 30, r1, m - 30, r0 + half), [l + side + 8, r1 - 5, 'start']],
    'CLOSED>SYN_SENT': [way(m + side, r0, r + 22, r0, r + 22, r1 - half), [r - 22, r0 - 5, 'middle']],
    'SYN_SENT>CLOSED': [
      way(r - side, r1, m + 30, r1, m + 30, r0 + half),
      [r - side - 6, r1 - 5, 'end', ['close(), timeout']],
    ],
    'LISTEN>SYN_RECV': [way(l - 22, r1 + half, l - 22, r2 - half), [l - 28, between(r1, r2), 'end']],
    'SYN_RECV>LISTEN': [way(l + 22, r2 - half, l + 22, r1 + half), [l + 28, between(r1, r2), 'start']],
    'SYN_SENT>SYN_RECV': [way(r - 22, r1 + half, r - 22, r2, l + side, r2), [m, r2 - 5, 'middle']],
    'SYN_RECV>ESTABLISHED': [way(l + 22, r2 + half, l + 22, r3, m - side, r3), [l + 30, r3 - 5, 'start']],
    'SYN_SENT>ESTABLISHED': [way(r + 22, r1 + half, r + 22, r3, m + side, r3), [r + 14, r3 - 5, 'end']],
    'SYN_RECV>FIN_WAIT1': [way(l - 22, r2 + half, l - 22, r4 - half), [l - 28, between(r2, r4), 'end']],
    'ESTABLISHED>FIN_WAIT1': [way(m - 30, r3 + half, m - 30, r4 - 6, l + side, r4 - 6), [m - 38, r4 - 15, 'end']],
    'ESTABLISHED>CLOSE_WAIT': [way(m + 30, r3 + half, m + 30, r4, r - side, r4), [m + 38, r4 - 5, 'start']],
    'FIN_WAIT1>FIN_WAIT2': [way(l - 22, r4 + half, l - 22, r5 - half), [l - 28, between(r4, r5), 'end']],
    'FIN_WAIT1>CLOSING': [way(l + side, r4 + 7, m, r4 + 7, m, r5 - half), [m - 8, r4 + 19, 'end']],
    'FIN_WAIT1>TIME_WAIT': [
      way(l + 36, r4 + half, l + 36, (r4 + r5) / 2, fork, (r4 + r5) / 2, fork, r6 - 6, merge, r6 - 6),
      [fork + 5, between(r5, r6), 'start', ['FIN, ACK of FIN', '/ ACK']],
    ],
    'FIN_WAIT2>TIME_WAIT': [way(l, r5 + half, l, r6 + 7, merge, r6 + 7), [l + 8, r6 + 19, 'start']],
    'CLOSING>TIME_WAIT': [way(m + 36, r5 + half, m + 36, r6 - half), [m + 42, between(r5, r6), 'start']],
    'CLOSE_WAIT>LAST_ACK': [way(r, r4 + half, r, r5 - half), [r + 7, between(r4, r5), 'start']],
    'LAST_ACK>GONE': [way(r, r5 + half, r, r6 - half), [r + 7, between(r5, r6), 'start']],
    'TIME_WAIT>GONE': [way(m + side, r6, r - side, r6), [(m + r) / 2, r6 - 5, 'middle']],
  };
  const below: Label = [(l + m) / 2 + 20, bus - 5, 'middle', [EXIT.join(' ')]];
  const beside: Label = [farther, r6 + half + 14, 'end', [EXIT.join(' ')]];
  const left = (y: number): Route => [way(l - side, y, far, y, far, bus, r, bus, r, r6 + half), below];
  const right = (x: number, y: number): Route => [way(x, y, farther, y, farther, r6, r + side, r6), beside];
  const exits: Partial<Record<Place, Route>> = {
    LISTEN: left(r1),
    SYN_RECV: left(r2),
    FIN_WAIT1: left(r4),
    FIN_WAIT2: left(r5),
    ESTABLISHED: right(m + side, r3 + 8),
    CLOSE_WAIT: right(r + side, r4),
    CLOSING: [
      way(m + side, r5, (m + r) / 2, r5, (m + r) / 2, r6 - 8, r - side, r6 - 8),
      [m + side + 4, r5 - 5, 'start', EXIT],
    ],
  };
  return planOf({ width, height: bus + 4, box, boxes, routes, exits, twoLines: false });
}
