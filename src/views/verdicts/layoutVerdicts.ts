import type { VerdictsSpec } from '../../model/contract';
import { type Scaled, scaled } from '../format';
import { columnOf, tableOf, wordOf } from '../tables';
import { cut } from '../text';
import { type DrawInput, FLAT, NARROW } from '../view';
import { hostName } from '../words';
import type { VerdictsWords } from './verdictsWords';

/** How good the first verdict is, as Python calls it. */
export type Judged = 'right' | 'half the truth' | 'misleading' | 'nothing to say';

/** Neighbours of which the same is said, or a single packet. */
export interface Row {
  time: number;
  until: number;
  packets: number;
  /** Does the left host send them? */
  forth: boolean;
  host: string;
  packet: string;
  said: string;
  truth: string;
  judged: Judged;
  /** Its middle, px. */
  y: number;
  /** As much of it as has room. */
  shown: { time: string; said: string; truth: string };
}

export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  /** Height of a row, px. */
  row: number;
  top: number;
  rows: Row[];
  /** How many there are that have no room. */
  missing: number;
  unit: Scaled;
  /** Where the columns begin, px; `sign` is a middle. */
  at: { time: number; way: number; said: number; sign: number; truth: number };
}

const ROW = { wide: 26, narrow: 37 };
const TOP = { wide: 42, narrow: 22 };
const FOOT = 24;
export const CODE = 7.05;
/** What stands for nothing. */
const SILENT = '–';

const rightOf = (text: string): number => text.length * CODE;

/** Where everything stands; the height depends on the width alone. */
export function layoutVerdicts({ spec, run, width, words }: DrawInput<VerdictsSpec, VerdictsWords>): Layout {
  const narrow = width < NARROW;
  const form = narrow ? 'narrow' : 'wide';
  const height = FLAT[form];
  const [row, top] = [ROW[form], TOP[form]];
  const at = narrow
    ? { time: 44, way: 51, said: 73, sign: width - 10, truth: 73 }
    : { time: 46, way: 54, said: 78, sign: 334, truth: 352 };
  const table = tableOf(run, spec.verdicts) ?? [];
  const column = (name: string) => columnOf(table, name);
  const [times, untils, packets] = ['time', 'until', 'packets'].map((name) => column(name).values);
  const texts = ['from', 'packet', 'said', 'truth', 'judged'].map(column);
  const unit = scaled('s', Math.min(untils!.at(-1) ?? 0, 0.999));
  const room = Math.floor((height - top - FOOT) / row);
  const all = Array.from(times!, (time, i): Row => {
    const [from, packet, said, truth, judged] = texts.map((each) => wordOf(each, each.values[i]!)) as [
      string,
      string,
      string,
      string,
      Judged,
    ];
    const count = packets![i]!;
    const wide = at.sign - 14 - at.said;
    const many = count > 1 ? rightOf(`×${count}`) + 8 : 0;
    const most = Math.floor((wide - many) / CODE);
    const inBrackets = said === SILENT ? said : `[${said}]`;
    return {
      time,
      until: untils![i]!,
      packets: count,
      forth: texts[0]!.values[i] === 0,
      host: hostName(from, words),
      packet,
      said,
      truth,
      judged,
      y: top + (i + 0.5) * row,
      shown: {
        time: (time * unit.factor).toFixed(1),
        said: inBrackets.length > most ? `${inBrackets.slice(0, most - 1)}…` : inBrackets,
        truth: cut(truth, width - at.truth - 4, 12.5),
      },
    };
  });
  const rows = all.slice(0, all.length > room ? room - 1 : room);
  return { width, height, narrow, row, top, rows, missing: all.length - rows.length, unit, at };
}

/** Behind what is said: where the number of packets stands. */
export const behind = (x: number, { shown }: Row): number => x + rightOf(shown.said) + 6;
