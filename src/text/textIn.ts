import { isValidElement, type ReactNode } from 'react';

/** The words of what is written on a page, as far as they stand there and are not made by a component. */
export function textIn(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textIn).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textIn(node.props.children) : '';
}
