import type { Quantity } from '../model/contract';

export interface Look {
  /** 0 … 1 */
  strength?: number;
  /** Only its outline: a retransmission, or what is not there. */
  hollow?: boolean;
  dashed?: boolean;
}

/** What a drawing is made with, in the colours of the book's quantities: there is one pen for SVG and one for a canvas. */
export interface Pen {
  /** A bar around the point (x, y). */
  bar: (ink: Quantity, x: number, y: number, w: number, h: number, look?: Look) => void;
  /** A closed shape: x and y of each corner. */
  shape: (ink: Quantity, corners: readonly number[], strength: number) => void;
  /** A short reading around x, on the line y. */
  words: (ink: Quantity, x: number, y: number, text: string) => void;
  /** Struck out. */
  cross: (ink: Quantity, x: number, y: number, size: number, strength: number) => void;
}
