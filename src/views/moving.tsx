import type { ComponentType, ReactNode } from 'react';
import type { Result } from '../model/types';
import type { Pen } from './pen';
import { svgPen } from './svgPen';
import view from './views.module.css';
import type { Translate } from './words';

/** The time of a drawing that moves, in the unit of the result's first column. */
export interface Span {
  start: number;
  end: number;
  /** How much of it passes in a second of the reader's. */
  speed: number;
  /** The moment that tells most: there the drawing stands until it is played. */
  rest: number;
  /** What of it is played where it shows itself. */
  shown: { from: number; to: number };
}

export interface Size {
  width: number;
  /** Depends on the spec and on the width being narrow or not, never on values. */
  height: number;
}

/** A kind of drawing that moves: all that there is to know about it. `drawings.ts` lists them. */
export interface Moving<Spec, Layout extends Size, Data extends Span, Words> {
  read: (spec: Spec, run: Result) => Data;
  /** The run decides no more than what is left out. */
  layout: (spec: Spec, width: number, data: Data) => Layout;
  words: (translate: Translate) => Words;
  /** All that stands still: SVG, with places for what is said. */
  Places: ComponentType<PlacesProps<Spec, Layout, Data, Words>>;
  /** All that moves, as it is at `t`. */
  draw: (pen: Pen, layout: Layout, data: Data, t: number) => void;
  /** The text of each place at `t`, by its name (`data-label`). */
  say: (data: Data, words: Words, t: number, layout: Layout) => Said;
  /** What is seen at `t`, for those who do not see it. */
  tell: (data: Data, words: Words, t: number) => string;
}

export type Said = Readonly<Record<string, string>>;

export interface PlacesProps<Spec, Layout, Data, Words> {
  spec: Spec;
  layout: Layout;
  data: Data;
  words: Words;
  /** The time that the labels are of. */
  t: number;
  /** What the drawing shows, where nothing around it says so. */
  title?: string | undefined;
  /** What moves, where it is not drawn on a canvas. */
  marks?: ReactNode;
}

interface FrameProps {
  layout: Size;
  title?: string | undefined;
  children: ReactNode;
}

/** What a drawing stands in. */
export const Frame = ({ layout: { width, height }, title, children }: FrameProps): ReactNode => (
  <svg
    className={view.view}
    viewBox={`0 0 ${width} ${height}`}
    width={width}
    height={height}
    {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
  >
    {children}
  </svg>
);

interface StillProps<Spec, Layout extends Size, Data extends Span, Words> extends Omit<
  PlacesProps<Spec, Layout, Data, Words>,
  'marks'
> {
  moving: Moving<Spec, Layout, Data, Words>;
}

/** The drawing at one moment, without a canvas: while the book is built, in print, with scripts off. */
export function Still<Spec, Layout extends Size, Data extends Span, Words>({
  moving: { Places, draw },
  ...props
}: StillProps<Spec, Layout, Data, Words>): ReactNode {
  const pen = svgPen();
  draw(pen, props.layout, props.data, props.t);
  return <Places {...props} marks={pen.drawn} />;
}
