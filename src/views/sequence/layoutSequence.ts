import { max } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ColumnHead, RunEvent, TimeSequenceSpec } from '../../model/contract';
import { AXIS } from '../axis';
import { type Scaled, scaled } from '../format';
import { STRIP_ROW } from '../lanes/layoutLanes';
import { tableOf } from '../tables';
import { textWidth, wrap } from '../text';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW, NARROWEST, type OverlayRole, type RunOverlay } from '../view';
import type { SequenceWords } from './sequenceWords';
import { readSequence, type Sequence } from './readSequence';

/** What can be seen, in the order of the legend. */
export type Kind = 'data' | 'again' | 'gone' | 'ack' | 'window' | 'sack';

export interface Chip {
  kind: Kind;
  label: string;
}

export interface Layout extends TimeLayout {
  /** What time is counted in. */
  head: ColumnHead;
  width: number;
  height: number;
  narrow: boolean;
  left: number;
  right: number;
  top: number;
  axisY: number;
  y: ScaleLinear<number, number>;
  yScale: Scaled;
  yTicks: number[];
  chips: Chip[][];
  chipsLeft: number;
  strip: { top: number; rows: number };
  sequence: Sequence;
  marks: readonly RunEvent[];
  /** ACK lines of other runs, behind. */
  others: { role: OverlayRole; sequence: Sequence }[];
  /** Until when there is something to draw. */
  end: number;
  /** Are only the first packets known, so that the axis ends long before the run does? */
  firstOnly: boolean;
  /** Does the window lie above the picture? */
  beyond: boolean;
}

const TITLE = 22;
export const CHIP_ROW = 18;
const PLOT = { wide: 300, narrow: 250 };
/** The window is part of the picture as long as the data keep this share of the height. */
const DATA_SHARE = 0.62;
const HEADROOM = 1.06;
/** A table that ends before this share of the run is a beginning, and drawn as such. */
const CUT_SHORT = 0.8;

const read = new WeakMap<object, Sequence>();

function sequenceOf(run: RunOverlay['run'], { packets, acks }: TimeSequenceSpec): Sequence {
  const tables = run.tables ?? {};
  let known = read.get(tables);
  if (!known) read.set(tables, (known = readSequence(tableOf(run, packets), tableOf(run, acks))));
  return known;
}

export const chipWidth = ({ label }: Chip): number => textWidth(label) + 40;

const chipsOf = (words: SequenceWords): Chip[] => [
  { kind: 'data', label: words.data },
  { kind: 'again', label: words.again },
  { kind: 'gone', label: `${words.dropped}, ${words.lost}` },
  { kind: 'ack', label: words.ack },
  { kind: 'window', label: words.window },
  { kind: 'sack', label: words.sack },
];

/** What of all that this connection has. */
function kindsOf({ sent, heard }: Sequence): Set<Kind> {
  const kinds = new Set<Kind>();
  if (sent.length > 0) kinds.add('data');
  if (sent.some(({ again }) => again)) kinds.add('again');
  if (sent.some(({ gone }) => gone)) kinds.add('gone');
  if (heard.length > 0) kinds.add('ack');
  if (heard.some(({ edge }) => Number.isFinite(edge))) kinds.add('window');
  if (heard.some(({ sackTo }) => Number.isFinite(sackTo))) kinds.add('sack');
  return kinds;
}

/** The last byte sent or acknowledged, from the first one on. */
const reachOf = ({ highest, acked, first }: Sequence): number =>
  Math.max(highest.at(-1) ?? 0, acked.at(-1) ?? 0) - first;

/** Where everything stands; the height depends on the width alone. */
export function layoutSequence(input: DrawInput<TimeSequenceSpec, SequenceWords>): Layout {
  const { spec, overlays, growing, events, width, words } = input;
  const { run } = input;
  const sequence = sequenceOf(run, spec);
  const others = overlays
    .filter((overlay) => overlay.run !== run && tableOf(overlay.run, spec.acks))
    .map((overlay) => ({ role: overlay.role, sequence: sequenceOf(overlay.run, spec) }));

  const narrow = width < NARROW;
  const left = narrow ? 38 : 48;
  const right = width - (narrow ? 10 : 16);
  const chipsLeft = narrow ? 4 : left;
  const room = narrow ? NARROWEST : NARROW - left - 16;
  const all = chipsOf(words);
  const kinds = kindsOf(sequence);
  const stripTop = TITLE + wrap(all, chipWidth, room).length * CHIP_ROW;
  const rows = events ? 2 : 0;
  const top = stripTop + rows * STRIP_ROW + 6;
  const axisY = top + (narrow ? PLOT.narrow : PLOT.wide);

  const kept = others.filter(({ role }) => role === 'pinned').map((other) => reachOf(other.sequence));
  const data = Math.max(reachOf(sequence), ...kept) || 1;
  const edge = (max(sequence.heard, (heard) => heard.edge) ?? NaN) - sequence.first;
  const beyond = data < DATA_SHARE * edge;
  const high = beyond || !(edge > data) ? data * HEADROOM : edge;
  const y = scaleLinear().domain([0, high]).range([axisY, top]);
  const count = narrow ? 5 : 7;
  const head = run.columns[0]!;
  const { cut = Infinity } = sequence;
  const firstOnly = cut < CUT_SHORT * (head.values.at(-1) ?? 0);
  const time = layoutTime({
    head: firstOnly ? { ...head, values: [head.values[0]!, cut] } : head,
    others: firstOnly ? [] : overlays.map(({ role, run: other }) => ({ role, values: other.columns[0]!.values })),
    growing,
    range: [left, right],
    narrow,
  });
  const end = Math.min(cut, time.x.domain()[1]!);
  return {
    head,
    width,
    height: axisY + AXIS,
    narrow,
    left,
    right,
    top,
    axisY,
    ...time,
    end,
    firstOnly,
    y,
    yScale: scaled('B', high),
    yTicks: y.ticks(count),
    chips: wrap(
      all.filter(({ kind }) => kinds.has(kind)),
      chipWidth,
      room,
    ),
    chipsLeft,
    strip: { top: stripTop, rows },
    sequence,
    marks: run.events,
    others,
    beyond,
  };
}
