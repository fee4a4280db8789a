import clsx from 'clsx';
import type { ComponentProps, ElementType, ReactNode } from 'react';
import css from './Text.module.css';

export type Tone = 'soft' | 'good' | 'partly' | 'bad' | 'accent';

type TextProps<T extends ElementType> = {
  /** A paragraph unless said. */
  as?: T;
  /** A size of the scale (`tokens.css`); that of what it stands in unless said. */
  size?: 'mark' | 'small' | 'note' | 'ui' | 'body' | 'lead' | 'title' | undefined;
  tone?: Tone | undefined;
  /** To be read at length: the face of the book, no wider than is comfortable, lines broken where they are written. */
  isProse?: boolean;
  isStrong?: boolean;
  /** Numbers that stand below each other or change in place. */
  isNumbers?: boolean;
} & Omit<ComponentProps<T>, 'as'>;

/** Words in one of the book's sizes and tones. */
export function Text<T extends ElementType = 'p'>(props: TextProps<T>): ReactNode {
  const { as: As = 'p', size, tone, isProse, isStrong, isNumbers, className, ...rest } = props as TextProps<'p'>;
  const look = clsx(
    isProse && css.prose,
    size && css[size],
    tone && css[tone],
    isStrong && css.strong,
    isNumbers && css.numbers,
    className,
  );
  return <As className={look} {...rest} />;
}
