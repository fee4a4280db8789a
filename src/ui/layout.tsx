import clsx from 'clsx';
import type { ComponentProps, ComponentPropsWithoutRef, ElementType, ReactNode } from 'react';
import css from './layout.module.css';

/** A step of the scale of spaces (`tokens.css`), as far as things that belong together stand apart. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7;

type LayoutProps<T extends ElementType> = {
  /** What it is: a list, a paragraph, a label. */
  as?: T;
  /** 4 (0.75rem) unless said. */
  gap?: Gap;
} & Omit<ComponentProps<T>, 'as'>;

type RowProps<T extends ElementType> = LayoutProps<T> & {
  /** In the middle of each other; on one line of text otherwise. */
  isCentred?: boolean;
  /** The first at the left, the last at the right. */
  isApart?: boolean;
};

type StackProps<T extends ElementType> = LayoutProps<T> & {
  /** Each as wide as the stack. */
  isFilled?: boolean;
  /** A line between each and the next. */
  isRuled?: boolean;
  /** In a place that is higher: the first at the top, the last at the bottom. */
  isApart?: boolean;
};

type GridProps<T extends ElementType> = LayoutProps<T> & {
  /** How wide each is at least, as CSS. */
  least: string;
};

const step = (gap: Gap): string | false | undefined => gap !== 4 && css[`gap${gap}`];

/** Things beside each other, and on further lines where there is no room. */
export function Row<T extends ElementType = 'div'>(props: RowProps<T>): ReactNode {
  const { as: As = 'div', gap = 4, isCentred, isApart, className, ...rest } = props as RowProps<'div'>;
  const look = clsx(css.row, step(gap), isCentred && css.center, isApart && css.apart, className);
  return <As className={look} {...rest} />;
}

/** Things below each other. */
export function Stack<T extends ElementType = 'div'>(props: StackProps<T>): ReactNode {
  const { as: As = 'div', gap = 4, isFilled, isRuled, isApart, className, ...rest } = props as StackProps<'div'>;
  const look = clsx(css.stack, step(gap), isFilled && css.fill, isRuled && css.ruled, isApart && css.apart, className);
  return <As className={look} {...rest} />;
}

/** As many beside each other as there is room for, all of a width. */
export function Grid<T extends ElementType = 'div'>(props: GridProps<T>): ReactNode {
  const { as: As = 'div', gap = 4, least, className, ...rest } = props as GridProps<'div'>;
  return <As className={clsx(css.grid, step(gap), className)} style={{ ['--least' as string]: least }} {...rest} />;
}

interface BulletsProps extends ComponentPropsWithoutRef<'ul'> {
  as?: 'ul' | 'ol';
}

/** Sentences below each other, each behind a dot, or, of an `ol`, behind its number. */
export const Bullets = ({ as: As = 'ul', className, ...rest }: BulletsProps): ReactNode => (
  <As className={clsx(css.bullets, className)} {...rest} />
);
