import { arc } from 'd3-shape';
import type { ColumnHead, RingSpec } from '../../model/contract';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, FLAT, NARROW } from '../view';
import { type Packet, type Packets, readPackets, type Where, whereIs } from './readRing';
import type { RingWords } from './ringWords';

export interface Layout extends TimeLayout {
  head: ColumnHead;
  width: number;
  height: number;
  left: number;
  right: number;
  /** The middle of the ring. */
  centre: { x: number; y: number };
  scale: number;
  legend: { items: string[]; y: number };
  strip: { top: number; bottom: number; titleY: number };
  axisY: number;
  slots: number;
  packets: Packets;
}

const TITLE = 22;
const TOP = 4;
export const LEGEND_ROW = 18;
/** The ring's edges, px: inside, and outside for the largest packet. */
export const INNER = 84;
export const OUTER = 128;
/** Room around it, for the mark of the wire. */
const ROOM = 16;
const STRIP = 24;
const LARGEST = 65536;
/** Descriptors closer than this, px, are drawn as one band. */
const APART = 2;

/** Where everything stands; the height depends on the width alone. */
export function layoutRing({ spec, run, overlays, growing, width, words }: DrawInput<RingSpec, RingWords>): Layout {
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const [left, right] = [narrow ? 10 : 16, width - (narrow ? 10 : 16)];
  const packets = readPackets(run, spec);
  const titleY = FLAT[narrow ? 'narrow' : 'wide'] - AXIS - STRIP - 8;
  const radius = (titleY - TOP) / 2;
  const scale = radius / (OUTER + ROOM);
  // The legend stands in the corner beside it.
  const centre = { x: narrow ? width - radius : Math.round(width / 2), y: TOP + radius };
  const strip = { titleY, top: titleY + 8, bottom: titleY + 8 + STRIP };
  const axisY = strip.bottom;
  const time = layoutTime({
    head,
    others: overlays.map(({ role, run: other }) => ({ role, values: other.columns[0]!.values })),
    growing,
    end: run.end,
    range: [left, right],
    narrow,
  });
  const slots = Math.max(1, Math.round(Number(run.parameters[spec.slots])) || 1);
  return {
    ...{ head, width, height: axisY + AXIS, left, right, centre, scale, strip, axisY, slots, packets, ...time },
    legend: { items: [...packets.flows, words.sentNotFreed], y: TITLE + 4 },
  };
}

/** How far out a packet reaches: the root of its size, so that 500 bytes can be seen beside 64 KB. */
export const reach = (size: number): number =>
  INNER + (OUTER - INNER) * (0.3 + 0.7 * Math.sqrt(Math.min(size, LARGEST) / LARGEST));

/** Of a packet's descriptor, the middle, in radians from the top. */
export const angleOf = (number: number, slots: number): number => (((number % slots) + 0.5) / slots) * 2 * Math.PI;

/** Descriptors of one look, as one path. */
export interface Band {
  where: Where;
  flow: number;
  d: string;
}

const isApart = (slots: number): boolean => ((2 * Math.PI) / slots) * INNER >= APART;

/** Between two descriptors, radians. */
export function gapOf(slots: number): number {
  if (slots === 1 || !isApart(slots)) return 0;
  return Math.min(0.02, ((2 * Math.PI) / slots) * 0.2);
}

/** What the ring holds at `t`. */
export function bandsAt({ packets, slots }: Layout, t: number): Band[] {
  const bands = new Map<string, Band>();
  const step = (2 * Math.PI) / slots;
  const apart = isApart(slots);
  const shape = arc<unknown>().digits(2);
  const draw = (first: number, count: number, { size, flow }: Packet, where: Where): void => {
    const start = (first % slots) * step;
    const pad = gapOf(slots);
    const d =
      shape({
        innerRadius: INNER,
        outerRadius: reach(size),
        startAngle: start + pad / 2,
        endAngle: start + count * step - pad / 2,
      } as never) ?? '';
    const key = `${where} ${flow}`;
    const band = bands.get(key);
    if (band) band.d += d;
    else bands.set(key, { where, flow, d });
  };
  const held = packets.all
    .map((packet, number) => ({ packet, number, where: whereIs(packet, t) }))
    .filter(({ where }) => where === 'waiting' || where === 'wire' || where === 'sent');
  for (let i = 0; i < held.length;) {
    const { packet, number, where } = held[i]!;
    let next = i + 1;
    while (!apart && next < held.length) {
      const other = held[next]!;
      const same = other.where === where && other.packet.flow === packet.flow && other.packet.size === packet.size;
      if (!same || other.number % slots === 0) break;
      next += 1;
    }
    // A lone packet between bands has to be seen.
    const count = !apart && packets.watched === packet ? Math.max(1, APART / (step * INNER)) : next - i;
    draw(number, count, packet, where);
    i = next;
  }
  return [...bands.values()];
}

/** The wire over time, a path for each flow; packets that touch on the screen are one bar. */
export function wirePaths({ packets, x, right, strip }: Layout): { flow: number; d: string }[] {
  const paths = new Map<number, string>();
  const bar = (from: number, to: number, flow: number): void => {
    const wide = Math.max(0.8, Math.min(to, right) - from);
    const d = `M${from.toFixed(1)},${strip.top}h${wide.toFixed(1)}V${strip.bottom}h${(-wide).toFixed(1)}z`;
    paths.set(flow, (paths.get(flow) ?? '') + d);
  };
  let open: { from: number; to: number; flow: number } | undefined;
  for (const { start, end, flow } of packets.all) {
    const [from, to] = [x(start), x(end)];
    // Thin packets run together; wide ones keep a gap between them.
    const joins = open && open.flow === flow && from - open.to < 0.7 && to - from < 3;
    if (open && joins) open.to = to;
    else {
      if (open) bar(open.from, open.to, open.flow);
      open = { from, to: to - from >= 3 ? to - 0.8 : to, flow };
    }
  }
  if (open) bar(open.from, open.to, open.flow);
  return [...paths].map(([flow, d]) => ({ flow, d }));
}
