import type { CSSProperties, ReactNode } from 'react';
import type { Quantity as Name } from '../../model/types';
import css from './Quantity.module.css';

/** A quantity named in the text, in the colour that it has in every figure. */
export default function Quantity({ name, children }: { name: Name; children: ReactNode }): ReactNode {
  const light = () => document.documentElement.setAttribute('data-pointed', name);
  const dim = () => document.documentElement.removeAttribute('data-pointed');
  return (
    <span
      className={css.quantity}
      style={{ '--mine': `var(--q-${name})` } as CSSProperties}
      onMouseEnter={light}
      onMouseLeave={dim}
    >
      {children}
    </span>
  );
}
