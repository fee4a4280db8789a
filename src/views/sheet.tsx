import type { ReactNode } from 'react';
import { textWidth } from './text';
import type { Drawing } from './view';
import css from './views.module.css';

interface Size {
  width: number;
  height: number;
}

interface SheetProps extends Size {
  /** The picture in words, for those who don't see it. */
  title: string;
  className?: string;
  children: ReactNode;
}

/** What every picture is drawn on. */
export function Sheet({ width, height, title, className, children }: SheetProps): ReactNode {
  return (
    <svg
      className={[css.view, className].filter(Boolean).join(' ')}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={title}
    >
      {children}
    </svg>
  );
}

/** Lies over a picture and shows a moment of it. */
export function CursorSheet({ width, height, children }: Size & { children: ReactNode }): ReactNode {
  return (
    <svg className={css.cursor} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {children}
    </svg>
  );
}

/** Says that there is nothing, in the middle of where it would be. */
export function Nothing({ width, height, text }: Size & { text: string }): ReactNode {
  return (
    <text className={css.axisTitle} x={width / 2} y={height / 2} textAnchor="middle">
      {text}
    </text>
  );
}

/** A picture of a run that has nothing to show, as high as any other. */
export const drawNothing = (width: number, height: number, title: string, nothing: string): Drawing => ({
  width,
  height,
  picture: (
    <Sheet width={width} height={height} title={`${title}. ${nothing}`}>
      <Nothing width={width} height={height} text={nothing} />
    </Sheet>
  ),
});

interface HeadingProps {
  x: number;
  title: string;
  /** What is drawn, and in which unit. */
  unit: string;
}

/** The line above a plot. */
export function Heading({ x, title, unit }: HeadingProps): ReactNode {
  return (
    <text className={css.title} x={x} y={14}>
      {title}
      {unit !== '' && <tspan className={css.unit}>{`  ${unit}`}</tspan>}
    </text>
  );
}

interface TagProps {
  /** Its middle, and its upper edge. */
  x: number;
  y: number;
  text: string;
  /** Of the picture, which it does not leave. */
  width: number;
}

export const TAG = 18;

/** A label on its own ground, kept inside the picture. */
export function Tag({ x, y, text, width: room }: TagProps): ReactNode {
  const width = Math.ceil(textWidth(text, 11.5)) + 14;
  const left = Math.round(Math.min(Math.max(x - width / 2, 0), Math.max(0, room - width)));
  return (
    <g>
      <rect className={css.tag} x={left} y={y} width={width} height={TAG} rx={4} />
      <text className={css.tagText} x={left + width / 2} y={y + TAG / 2} dy="0.34em" textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
