import clsx from 'clsx';
import type { ComponentProps, ElementType, ReactNode } from 'react';
import type { Tone } from './Text';
import css from './Panel.module.css';

type PanelProps<T extends ElementType> = {
  as?: T;
  /** `surface`: something to work in. `raised`: an aside. `dashed`: a place for what is dropped (`useDrop`). */
  look?: 'surface' | 'raised' | 'dashed';
} & Omit<ComponentProps<T>, 'as'>;

/** What belongs together, within a border. */
export function Panel<T extends ElementType = 'div'>(props: PanelProps<T>): ReactNode {
  const { as: As = 'div', look = 'surface', className, ...rest } = props as PanelProps<'div'>;
  return <As className={clsx(css.panel, css[look], className)} {...rest} />;
}

type NoticeProps<T extends ElementType> = {
  as?: T;
  /** `bad` is read out at once, everything else when there is time. */
  tone?: Tone;
} & Omit<ComponentProps<T>, 'as'>;

/** What a reader has to know now. */
export function Notice<T extends ElementType = 'p'>(props: NoticeProps<T>): ReactNode {
  const { as: As = 'p', tone = 'accent', className, ...rest } = props as NoticeProps<'p'>;
  return <As role={tone === 'bad' ? 'alert' : 'status'} className={clsx(css.notice, css[tone], className)} {...rest} />;
}
