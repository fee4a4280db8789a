import type { Place, Step } from './chart';
import { between, type Box, EXIT, FIRST, LAST, type Plan, planOf, type Route, way, type Zone } from './plan';

/** From ESTABLISHED on, four columns, for a picture that has to be flat: how a connection is closed, by both sides. */
export function widePlan(room: number): Plan {
  const width = Math.min(Math.max(room, 560), 860);
  const box = { width: Math.round(width * 0.165), height: 36 };
  const [half, side] = [box.height / 2, box.width / 2];
  const [l, m, g, r] = [0.11, 0.37, 0.63, 0.89].map((share) => Math.round(width * share)) as [
    number,
    number,
    number,
    number,
  ];
  const middle = Math.round(width / 2);
  const [r0, r1, r2] = [19, 102, 180];
  const fork = r0 + half + 17;
  const elbow = r1 + half + 13;
  const [top, bottom] = [fork + 7, r2 + half + 6];
  const bus = bottom + 16;
  const far = 3;
  const boxes: Box[] = [
    { place: 'ESTABLISHED', x: middle, y: r0 },
    { place: 'FIN_WAIT1', x: l, y: r1 },
    { place: 'CLOSING', x: m, y: r1 },
    { place: 'CLOSE_WAIT', x: r, y: r1 },
    { place: 'FIN_WAIT2', x: l, y: r2 },
    { place: 'TIME_WAIT', x: m, y: r2 },
    { place: 'GONE', x: g, y: r2 },
    { place: 'LAST_ACK', x: r, y: r2 },
  ];
  const zone = (from: number, to: number, text: string): Zone => ({
    points: way(from, top, to, top, to, bottom, from, bottom),
    lines: [text],
    x: to - 8,
    y: top + 14,
    anchor: 'end',
  });
  const routes: Partial<Record<Step, Route>> = {
    'ESTABLISHED>FIN_WAIT1': [
      way(middle - 30, r0 + half, middle - 30, fork, l, fork, l, r1 - half),
      [(l + middle - side) / 2, fork - 6, 'middle'],
    ],
    'ESTABLISHED>CLOSE_WAIT': [
      way(middle + 30, r0 + half, middle + 30, fork, r - 30, fork, r - 30, r1 - half),
      [(r - 30 + middle + side) / 2, fork - 6, 'middle'],
    ],
    'FIN_WAIT1>CLOSING': [way(l + side, r1, m - side, r1), [(l + m) / 2, r1 - 6, 'middle']],
    'FIN_WAIT1>FIN_WAIT2': [way(l, r1 + half, l, r2 - half), [l - 6, between(r1, r2), 'end', ['ACK', 'of FIN']]],
    'FIN_WAIT1>TIME_WAIT': [
      way(l + 30, r1 + half, l + 30, elbow, m - 30, elbow, m - 30, r2 - half),
      [l + 36, elbow + 13, 'start'],
    ],
    'FIN_WAIT2>TIME_WAIT': [way(l + side, r2, m - side, r2), [(l + m) / 2, r2 + 14, 'middle']],
    'CLOSING>TIME_WAIT': [way(m, r1 + half, m, r2 - half), [m + 6, between(r1, r2), 'start', ['ACK', 'of FIN']]],
    'CLOSE_WAIT>LAST_ACK': [way(r, r1 + half, r, r2 - half), [r + 6, between(r1, r2), 'start', ['close()', '/ FIN']]],
    'TIME_WAIT>GONE': [way(m + side, r2, g - side, r2), [(m + g) / 2, r2 - 6, 'middle']],
    'LAST_ACK>GONE': [way(r - side, r2, g + side, r2), [(r + g) / 2, r2 - 6, 'middle']],
  };
  const exit = EXIT.join(' ');
  const below = (...from: number[]): Route => [
    way(...from, bus, g, bus, g, r2 + half),
    [(m + g) / 2, bus - 5, 'middle', [exit]],
  ];
  const exits: Partial<Record<Place, Route>> = {
    FIN_WAIT1: below(l - side, r1, far, r1, far),
    FIN_WAIT2: below(l, r2 + half, l),
    ESTABLISHED: [way(middle + side, r0, g + 24, r0, g + 24, r2 - half), [g + 30, between(fork, r1), 'start', [exit]]],
    CLOSING: [way(m + side, r1, g - 24, r1, g - 24, r2 - half), [(m + side + g) / 2 - 8, r1 - 6, 'middle', [exit]]],
    CLOSE_WAIT: [way(r - side, r1, g + 8, r1, g + 8, r2 - half), [g + 12, between(r1, r2), 'start', [exit]]],
  };
  return planOf({
    width,
    height: bus + 4,
    box,
    zones: [zone(l - side - 10, m + side + 10, FIRST), zone(r - side - 10, r + side + 10, LAST)],
    boxes,
    routes,
    exits,
    twoLines: false,
  });
}

/** The same on a phone, in three columns; CLOSING is there only for those who come to it. */
export function narrowPlan(room: number, visited: ReadonlySet<Place>): Plan {
  const width = Math.min(Math.max(room, 280), 420);
  const box = { width: 94, height: 30 };
  const [half, side] = [box.height / 2, box.width / 2];
  const [l, m, r] = [side + 4, Math.round(width / 2), width - side - 4];
  const [r0, r1, r2] = [16, 80, 141];
  const fork = r0 + half + 15;
  const [gapL, gapR] = [Math.round((l + m) / 2), Math.round((m + r) / 2)];
  const bus = r2 + half + 17;
  const boxes: Box[] = [
    { place: 'ESTABLISHED', x: m, y: r0 },
    { place: 'FIN_WAIT1', x: l, y: r1 },
    { place: 'TIME_WAIT', x: m, y: r1 },
    { place: 'CLOSE_WAIT', x: r, y: r1 },
    { place: 'FIN_WAIT2', x: l, y: r2 },
    { place: 'GONE', x: m, y: r2 },
    { place: 'LAST_ACK', x: r, y: r2 },
  ];
  const routes: Partial<Record<Step, Route>> = {
    'ESTABLISHED>FIN_WAIT1': [
      way(m - 30, r0 + half, m - 30, fork, l, fork, l, r1 - half),
      [gapL, fork - 5, 'middle', ['close() / FIN']],
    ],
    'ESTABLISHED>CLOSE_WAIT': [
      way(m + 30, r0 + half, m + 30, fork, r, fork, r, r1 - half),
      [gapR, fork - 5, 'middle', ['FIN / ACK']],
    ],
    'FIN_WAIT1>FIN_WAIT2': [way(l, r1 + half, l, r2 - half), [l + 5, between(r1, r2), 'start', ['ACK', 'of FIN']]],
    'FIN_WAIT1>TIME_WAIT': [way(l + side, r1 - 6, m - side, r1 - 6), [gapL, r1 - 20, 'middle', ['FIN, ACK / ACK']]],
    'FIN_WAIT2>TIME_WAIT': [
      way(l + side, r2 - 6, gapL, r2 - 6, gapL, r1 + 6, m - side, r1 + 6),
      [gapL + 4, between(r1, r2), 'start'],
    ],
    'CLOSE_WAIT>LAST_ACK': [way(r, r1 + half, r, r2 - half), [r + 5, between(r1, r2), 'start', ['close()', '/ FIN']]],
    'TIME_WAIT>GONE': [way(m, r1 + half, m, r2 - half), [m + 5, between(r1, r2), 'start']],
    'LAST_ACK>GONE': [way(r - side, r2, m + side, r2), [gapR, r2 - 18, 'middle', ['ACK', 'of FIN']]],
  };
  if (visited.has('CLOSING')) {
    boxes.push({ place: 'CLOSING', x: l, y: r0 });
    routes['FIN_WAIT1>CLOSING'] = [way(l - 22, r1 - half, l - 22, r0 + half), [l - 18, between(fork, r1), 'start']];
    routes['CLOSING>TIME_WAIT'] = [
      way(l + side, r0, gapL - 6, r0, gapL - 6, r1 + 2, m - side, r1 + 2),
      [gapL - 2, r0 - 4, 'start', ['ACK']],
    ];
  }
  const to = (x: number, ...from: number[]): Route => [
    way(...from, bus, m, bus, m, r2 + half),
    [x, bus - 5, 'middle', [EXIT.join(' ')]],
  ];
  const exits: Partial<Record<Place, Route>> = {
    FIN_WAIT1: to(gapL, l - side, r1, 1, r1, 1),
    FIN_WAIT2: to(gapL, l, r2 + half, l),
    CLOSE_WAIT: to(gapR, r + side, r1, width - 1, r1, width - 1),
    CLOSING: to(gapL, l - side, r0, 1, r0, 1),
    ESTABLISHED: [
      way(m + side, r0, gapR - 8, r0, gapR - 8, r2 + 7, m + side, r2 + 7),
      [gapR - 4, r1 - 22, 'start', [EXIT.join(' ')]],
    ],
  };
  return planOf({ width, height: bus + 4, box, zones: [], boxes, routes, exits, twoLines: true });
}
