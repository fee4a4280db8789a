import type { StreamSpec } from '../../model/contract';
import { NARROW } from '../view';

export interface StreamLayout {
  width: number;
  height: number;
  narrow: boolean;
  /** Where what is acknowledged ends, px. */
  left: number;
  /** How wide the fullest window is, px. */
  room: number;
  /** The lines of the windows, and where their names stand. */
  rows: readonly { y: number; textX: number; textY: number }[];
  ribbon: { top: number; height: number };
  captionY: number;
}

const ROW = { wide: 22, narrow: 27 };
const RIBBON = { wide: 34, narrow: 26 };
const CAPTION = 20;
const TOP = 6;

/** The windows stand one above the other, over the bytes. */
export function layoutStream({ edges }: StreamSpec, width: number): StreamLayout {
  const narrow = width < NARROW;
  const left = Math.round(narrow ? width * 0.14 : 206);
  const row = narrow ? ROW.narrow : ROW.wide;
  const rows = edges.map((_, i) => ({
    y: TOP + i * row + (narrow ? 20 : 10),
    textX: narrow ? left : left - 12,
    textY: TOP + i * row + (narrow ? 11 : 14),
  }));
  const top = TOP + edges.length * row + 8;
  const ribbon = { top, height: narrow ? RIBBON.narrow : RIBBON.wide };
  return {
    width,
    height: top + ribbon.height + CAPTION,
    narrow,
    left,
    room: (width - left) * 0.68,
    rows,
    ribbon,
    captionY: top + ribbon.height + 15,
  };
}
