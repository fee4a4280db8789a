import type { Place, Step } from './chart';
import { between, type Box, EXIT, FIRST, LAST, type Plan, planOf, type Route, rows, way, type Zone } from './plan';

/** For a phone: two columns, words in two lines beside what goes down. */
export function narrowPlan(room: number): Plan {
  const width = Math.min(Math.max(room, 280), 360);
  const scale = width / 288;
  const box = { width: Math.round(92 * scale), height: 34 };
  const [half, side] = [box.height / 2, box.width / 2];
  const at = (x: number): number => Math.round(x * scale);
  const [l, m, r] = [at(78), at(148), at(218)];
  const [r0, r1, r2, r3, r4, r5, r6, r7] = rows(18, 72);
  const bus = r7 + half + 17;
  const [far, farther] = [2, width - 2];
  const boxes: Box[] = [
    { place: 'CLOSED', x: m, y: r0 },
    { place: 'LISTEN', x: l, y: r1 },
    { place: 'SYN_SENT', x: r, y: r1 },
    { place: 'SYN_RECV', x: l, y: r2 },
    { place: 'ESTABLISHED', x: m, y: r3 },
    { place: 'FIN_WAIT1', x: l, y: r4 },
    { place: 'CLOSE_WAIT', x: r, y: r4 },
    { place: 'FIN_WAIT2', x: l, y: r5 },
    { place: 'LAST_ACK', x: r, y: r5 },
    { place: 'CLOSING', x: m, y: r6 },
    { place: 'TIME_WAIT', x: l, y: r7 },
    { place: 'GONE', x: r, y: r7 },
  ];
  const top = r4 - half - 30;
  const zones: Zone[] = [
    {
      // Three steps: each row as wide as it must be.
      points: way(
        ...[0, top, m + 10, top],
        ...[m + 10, r5 + half + 8, m + side + 8, r5 + half + 8],
        ...[m + side + 8, r6 + half + 10, l + side + 8, r6 + half + 10],
        ...[l + side + 8, r7 + half + 6, 0, r7 + half + 6],
      ),
      lines: FIRST.split(' '),
      x: at(83),
      y: r4 - half - 18,
      anchor: 'middle',
    },
    {
      points: way(r - side - 8, top, width, top, width, r5 + half + 8, r - side - 8, r5 + half + 8),
      lines: [LAST],
      x: width - 6,
      y: top + 15,
      anchor: 'end',
    },
  ];
  // Where one column's boxes overlap the other's, so that a straight line joins them.
  const [inL, inR] = [at(113), at(183)];
  const out = l - side + 8;
  const routes: Partial<Record<Step, Route>> = {
    'CLOSED>LISTEN': [way(m - side, r0, out + 12, r0, out + 12, r1 - half), [out + 8, between(r0, r1), 'end']],
    'LISTEN>CLOSED': [way(inL, r1 - half, inL, r0 + half), [inL + 4, between(r0, r1) - 7, 'start']],
    'CLOSED>SYN_SENT': [
      way(m + side, r0, r + side - 36, r0, r + side - 36, r1 - half),
      [r + side - 32, between(r0, r1), 'start', ['connect()', '/ SYN']],
    ],
    'SYN_SENT>CLOSED': [way(inR, r1 - half, inR, r0 + half), [inR - 4, between(r0, r1) + 5, 'end']],
    'LISTEN>SYN_RECV': [way(out + 12, r1 + half, out + 12, r2 - half), [out + 8, between(r1, r2), 'end']],
    'SYN_RECV>LISTEN': [way(inL - 8, r2 - half, inL - 8, r1 + half), [inL - 4, between(r1, r2) - 10, 'start']],
    'SYN_SENT>SYN_RECV': [
      way(r - 24, r1 + half, r - 24, r2, l + side, r2),
      [r - 28, between(r1, r2) + 2, 'end', ['SYN /', 'SYN, ACK']],
    ],
    'SYN_RECV>ESTABLISHED': [way(l + 10, r2 + half, l + 10, r3, m - side, r3), [l + 14, between(r2, r3), 'start']],
    'SYN_SENT>ESTABLISHED': [
      way(r + 18, r1 + half, r + 18, r3, m + side, r3),
      [r + 14, between(r2, r3), 'end', ['SYN, ACK', '/ ACK']],
    ],
    'SYN_RECV>FIN_WAIT1': [way(out + 12, r2 + half, out + 12, r4 - half), [out + 8, r3, 'end', ['close()', '/ FIN']]],
    'ESTABLISHED>FIN_WAIT1': [way(inL, r3 + half, inL, r4 - half), [inL + 7, between(r3, r4) - 4, 'start']],
    'ESTABLISHED>CLOSE_WAIT': [way(inR, r3 + half, inR, r4 - half), [inR + 7, between(r3, r4) - 4, 'start']],
    'FIN_WAIT1>FIN_WAIT2': [way(l, r4 + half, l, r5 - half), [l + 5, between(r4, r5), 'start', ['ACK', 'of FIN']]],
    'FIN_WAIT1>CLOSING': [way(l + side, r4 + 4, m, r4 + 4, m, r6 - half), [m + 5, between(r4, r5), 'start']],
    'FIN_WAIT1>TIME_WAIT': [
      way(l - side, r4 + 4, far + 10, r4 + 4, far + 10, r7, l - side, r7),
      [far + 14, between(r5, r6), 'start', ['FIN, ACK', 'of FIN /', 'ACK']],
    ],
    'FIN_WAIT2>TIME_WAIT': [way(l, r5 + half, l, r7 - half), [l + 5, between(r5, r6), 'start']],
    'CLOSING>TIME_WAIT': [way(inL, r6 + half, inL, r7 - half), [inL + 5, between(r6, r7), 'start']],
    'CLOSE_WAIT>LAST_ACK': [way(r, r4 + half, r, r5 - half), [r + 5, between(r4, r5), 'start']],
    'LAST_ACK>GONE': [way(r + 14, r5 + half, r + 14, r7 - half), [r + 19, r6, 'start', ['ACK', 'of FIN']]],
    'TIME_WAIT>GONE': [way(l + side, r7, r - side, r7), [m - 3, r7 - 8, 'middle']],
  };
  const left = (y: number): Route => [
    way(l - side, y, far, y, far, bus, r - 14, bus, r - 14, r7 + half),
    [m, bus - 5, 'middle', [EXIT.join(' ')]],
  ];
  const right = (x: number, y: number): Route => [
    way(x, y, farther, y, farther, r7, r + side, r7),
    [farther, bus, 'end', [EXIT.join(' ')]],
  ];
  const exits: Partial<Record<Place, Route>> = {
    LISTEN: left(r1),
    SYN_RECV: left(r2),
    FIN_WAIT1: left(r4 - 5),
    FIN_WAIT2: left(r5),
    ESTABLISHED: right(m + side, r3 + 7),
    CLOSE_WAIT: right(r + side, r4),
    CLOSING: [way(m + side, r6, r - 4, r6, r - 4, r7 - half), [m + side + 2, r6 - 5, 'start', EXIT]],
  };
  return planOf({ width, height: bus + 4, box, zones, boxes, routes, exits, twoLines: true });
}
