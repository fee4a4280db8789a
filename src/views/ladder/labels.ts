import { least } from 'd3-array';
import { textWidth } from '../text';
import type { Words } from '../words';
import type { Segment } from './readLadder';

/** An arrow on the paper. */
export interface Arrow {
  segment: Segment;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Words along an arrow. */
export interface Label {
  text: string;
  /** Of the arrow, and of those close behind it that have no words of their own. */
  segments: Segment[];
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
  anchor: 'start' | 'end';
}

interface Spot {
  x: number;
  y: number;
}

const SIZE = 11.5;
const LINE = 13;
/** Arrows that start closer together than this have one label, px. */
const BUNDLE = 20;
/** Between a host's line and the words, px. */
const INSET = 9;
const ABOVE = 4;
const BELOW = 13;

/** Leaves out words at the end until the rest fits. */
export function shorten(text: string, room: number): string {
  if (textWidth(text, SIZE) <= room) return text;
  const words = text.split(' ');
  while (words.length > 1) {
    words.pop();
    const short = `${words.join(' ')} …`;
    if (textWidth(short, SIZE) <= room) return short;
  }
  return '';
}

/** Arrows that start so close together that only the first can have words. */
function bundles(arrows: readonly Arrow[]): Arrow[][] {
  const open: (Arrow[] | undefined)[] = [undefined, undefined];
  const all: Arrow[][] = [];
  for (const arrow of arrows) {
    const side = arrow.segment.from;
    const bundle = open[side];
    if (bundle && arrow.y1 - bundle[0]!.y1 < BUNDLE) bundle.push(arrow);
    else all.push((open[side] = [arrow]));
  }
  return all;
}

/** Words that want a place, along an arrow. */
interface Wanted {
  arrow: Arrow;
  segments: Segment[];
  text: string;
  /** Below the arrow, because another has its words above. */
  below: boolean;
}

/** A bundle is named after its first segment; the first of it that was lost has a name of its own. */
function wantedOf(bundle: readonly Arrow[], words: Words): Wanted[] {
  const first = bundle[0]!;
  const lost = bundle.find((arrow) => arrow.segment.lost && arrow !== first);
  const rest = bundle.length - (lost ? 2 : 1);
  const name = (arrow: Arrow, end: string): string => {
    const room = Math.hypot(arrow.x2 - arrow.x1, arrow.y2 - arrow.y1) - 2 * INSET - textWidth(end, SIZE);
    const short = shorten(arrow.segment.label, room);
    return short && short + end;
  };
  const segments = bundle.filter((arrow) => arrow !== lost).map(({ segment }) => segment);
  const wanted = [{ arrow: first, segments, text: name(first, rest > 0 ? ` ${words.more(rest)}` : ''), below: false }];
  if (lost) wanted.push({ arrow: lost, segments: [lost.segment], text: name(lost, ''), below: true });
  return wanted.filter(({ text }) => text !== '');
}

/** The way that words take, as spots close enough to ask what they would cover. */
function spotsOf({ arrow: { x1, y1, x2, y2 }, below }: Wanted, from: number, width: number): Spot[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const steps = Math.max(1, Math.ceil(width / 10));
  const off = below ? BELOW - SIZE / 3 : -ABOVE - SIZE / 3;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = (from + (width * i) / steps) / length;
    return { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1) + off };
  });
}

/** Does an arrow go through this spot? */
function crosses({ x1, y1, x2, y2 }: Arrow, { x, y }: Spot): boolean {
  const share = (x - x1) / (x2 - x1);
  return share >= 0 && share <= 1 && Math.abs(y1 + share * (y2 - y1) - y) < SIZE / 2;
}

/** Arrows through a label, of its length. */
const READABLE = 0.5;

/** How far along its way a label may stand, near the sender first. */
const SHARES = [0, 0.15, 0.3, 0.45, 0.6, 0.8, 1];

/**
 * Words along the arrows, beside the host that sends; further along where arrows or other words are in their way, and
 * none where there is no room at all. Those of lost segments come first.
 */
export function placeLabels(arrows: readonly Arrow[], words: Words): Label[] {
  const taken: Spot[] = [];
  const free = (spots: readonly Spot[]): boolean =>
    spots.every((a) => taken.every((b) => Math.abs(a.x - b.x) > 11 || Math.abs(a.y - b.y) > LINE - 1));
  const covered = (spots: readonly Spot[]): number =>
    spots.reduce((sum, spot) => sum + arrows.filter((arrow) => crosses(arrow, spot)).length, 0);
  const wanted = bundles(arrows)
    .flatMap((bundle) => wantedOf(bundle, words))
    .sort((a, b) => Number(b.arrow.segment.lost) - Number(a.arrow.segment.lost));
  return wanted.flatMap((want): Label[] => {
    const { x1, y1, x2, y2, segment } = want.arrow;
    const length = Math.hypot(x2 - x1, y2 - y1);
    const width = textWidth(want.text, SIZE);
    const places = SHARES.map((share) => INSET + share * (length - 2 * INSET - width))
      .map((from) => ({ from, spots: spotsOf(want, from, width) }))
      .filter(({ spots }) => free(spots));
    const place = least(places, ({ spots }) => covered(spots));
    // Words that lie under arrows for most of their length can't be read.
    if (!place || (!segment.lost && covered(place.spots) > READABLE * place.spots.length)) return [];
    taken.push(...place.spots);
    const share = place.from / length;
    const back = segment.from === 1;
    return [
      {
        text: want.text,
        segments: want.segments,
        x: x1 + share * (x2 - x1),
        y: y1 + share * (y2 - y1) + (want.below ? BELOW : -ABOVE),
        turn: (Math.atan2(y2 - y1, Math.abs(x2 - x1)) * (back ? -180 : 180)) / Math.PI,
        anchor: back ? 'end' : 'start',
      },
    ];
  });
}
