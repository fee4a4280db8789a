import { late } from '@site/src/ui/late';
import type { Props } from '@theme/CodeBlock';
import type { ComponentType, ReactNode } from 'react';

type Block = ComponentType<Props>;

function Plain({ children }: Props): ReactNode {
  // Longer than its place, it is scrolled: by keys, too.
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <pre tabIndex={0}>{children}</pre>;
}

/** The highlighter is a fifth of what a page would otherwise wait for, and few pages begin with code. */
export default late<Props>(
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  BUILDING ? (require('@theme-original/CodeBlock') as { default: Block }).default : undefined,
  async () => ((await import(/* webpackPrefetch: true */ '@theme-original/CodeBlock')) as { default: Block }).default,
  Plain,
);
