import type { ReactNode } from 'react';

/** There is nothing to answer. */
export default function Note(): ReactNode {
  return null;
}
