import { late } from '@site/src/ui/late';
import { translate } from '@docusaurus/Translate';
import type { Props } from '@theme/CodeBlock';
import clsx from 'clsx';
import type { ComponentType, ReactNode } from 'react';
import css from './styles.module.css';

type Block = ComponentType<Props>;

function Plain({ children }: Props): ReactNode {
  // A drawing that is longer than its place is scrolled: by keys, too.
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <pre tabIndex={0}>{children}</pre>;
}

/** The highlighter is a fifth of what a page would otherwise wait for, and few pages begin with code. */
const Late = late<Props>(
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  BUILDING ? (require('@theme-original/CodeBlock') as { default: Block }).default : undefined,
  async () => ((await import(/* webpackPrefetch: true */ '@theme-original/CodeBlock')) as { default: Block }).default,
  Plain,
);

/** Characters that the column of the text has room for. */
const COLUMN = 78;
const DRAWN = /[─│┌┐└┘├┤]/;

/** A longer line takes the margin, too, and is broken as a terminal breaks it; of a drawing, none is. */
export default function CodeBlock(props: Props): ReactNode {
  const text = typeof props.children === 'string' ? props.children : '';
  const isDrawing = DRAWN.test(text);
  const isLong = text.split('\n').some((line) => line.length > COLUMN);
  return (
    <div
      className={clsx(isDrawing ? css.drawn : css.wrapped, isLong && css.long)}
      {...(isDrawing && { role: 'group', 'aria-label': translate({ id: 'code.drawing', message: 'Drawing' }) })}
    >
      <Late {...props} />
    </div>
  );
}
