import { max } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { DistributionSpec } from '../../model/contract';
import { AXIS } from '../axis';
import { formatValue } from '../format';
import { nearestRank } from '../quantile';
import { dodge, textWidth } from '../text';
import { type ValueAxis, valueAxis } from '../valueAxis';
import { type DrawInput, NARROW, type OverlayRole } from '../view';
import { type Bin, binsOf, edgesOf, type Sample, sampleOf } from './sample';
import type { DistributionWords } from './distributionWords';

/** Those that people ask for. */
const PERCENTS = [50, 95, 99];

export interface Percentile {
  name: string;
  text: string;
  percent: number;
  /** Where its rule and its words stand. */
  x: number;
  labelX: number;
}

export interface Shape {
  role: 'run' | OverlayRole;
  sample: Sample;
  /** Of a histogram. */
  bins: Bin[];
}

/** What the width alone decides. */
export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  narrow: boolean;
}

export interface Layout extends Box {
  x: ValueAxis;
  /** The share below, or how many. */
  y: ScaleLinear<number, number>;
  yTicks: number[];
  /** The kept and the earlier run, the run itself, the kernel: in the order they are drawn. */
  shapes: Shape[];
  percentiles: Percentile[];
}

const SHARES = [0, 0.25, 0.5, 0.75, 1];
const TITLE = 24;
/** Room for a percentile's words, and for the bend that leads from them to their rule. */
const WORDS = { wide: 16, narrow: 29 };
const BEND = 9;
const PLOT = { wide: 250, narrow: 210 };
const ORDER = ['unseen', 'ghost', 'pinned', 'run', 'kernel'];
/** A run before that reaches further than this (times the run's own end) must not flatten the new one. */
const FAR = 2.5;

/** The words of percentiles side by side, each as near to its rule as it can be. */
function placePercentiles({ sorted, column }: Sample, x: ValueAxis, narrow: boolean, width: number): Percentile[] {
  const list = PERCENTS.map((percent) => {
    const value = nearestRank(sorted, percent);
    return { name: `p${percent}`, text: formatValue(value, column.unit), percent, x: Math.round(x.scale(value)) };
  });
  const widths = list.map(({ name, text }) => textWidth(narrow ? text : `${name}  ${text}`, 12));
  const widest = Math.max(...widths);
  const places = dodge(
    list.map((each) => each.x),
    widest + 10,
    widest / 2,
    width - widest / 2,
  );
  return list.map((each, i) => ({ ...each, labelX: Math.round(places[i]!) }));
}

export function boxOf(width: number): Box {
  const narrow = width < NARROW;
  const form = narrow ? 'narrow' : 'wide';
  const top = TITLE + WORDS[form] + BEND;
  const bottom = top + PLOT[form];
  return {
    width,
    height: bottom + AXIS,
    left: narrow ? 38 : 48,
    right: width - (narrow ? 10 : 16),
    top,
    bottom,
    narrow,
  };
}

/** Everything the drawing needs to know about places; undefined where there is no value at all. */
export function layoutDistribution(input: DrawInput<DistributionSpec, DistributionWords>): Layout | undefined {
  const { spec, run, overlays, growing, width, words } = input;
  const sample = sampleOf(run, spec);
  if (sample.sorted.length === 0) return undefined;
  const box = boxOf(width);
  const { narrow, left, right, top, bottom } = box;
  const histogram = spec.shape === 'histogram';
  const all = [
    { role: 'run' as const, sample },
    ...overlays.map(({ role, run: other }) => ({ role, sample: sampleOf(other, spec) })),
  ].filter(({ sample: { sorted } }) => sorted.length > 0);
  const end = sample.sorted.at(-1)!;
  const onAxis = all.filter(
    ({ role, sample: { sorted } }) => role !== 'ghost' || growing || sorted.at(-1)! <= FAR * end,
  );
  const domain = [
    Math.min(...onAxis.map(({ sample: { sorted } }) => sorted[0]!)),
    // A bin of counts reaches to the next one.
    Math.max(...onAxis.map(({ sample: { sorted } }) => sorted.at(-1)!)) + (histogram && sample.whole ? 1 : 0),
  ] as const;
  const count = Math.max(3, Math.round((right - left) / (narrow ? 64 : 88)));
  const x = valueAxis({ column: sample.column, domain, range: [left, right], count, logScale: words.logScale });
  const edges = histogram ? edgesOf(sample, x.scale, x.isLog) : [];
  const shapes = all
    .map((each) => ({ ...each, bins: edges.length > 0 ? binsOf(each.sample.sorted, edges) : [] }))
    .sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
  const most = max(
    shapes.flatMap(({ bins }) => bins),
    ({ count: each }) => each,
  );
  const y = scaleLinear()
    .domain([0, most ?? 1])
    .range([bottom, top]);
  if (most !== undefined) y.nice(4);
  return {
    ...box,
    x,
    y,
    yTicks: histogram ? y.ticks(4).filter(Number.isInteger) : SHARES,
    shapes,
    percentiles: placePercentiles(sample, x, narrow, width),
  };
}
