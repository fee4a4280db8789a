import type { CSSProperties, ReactNode } from 'react';
import type { Quantity as Name } from '../model/contract';
import type { Prerendered } from '../model/types';
import { Scrubbable } from './Scrubbable';
import css from './Quantity.module.css';

interface Named {
  name: Name;
  figure?: undefined;
  children: ReactNode;
}

interface Bound {
  /** The name of a figure on this page, and one of its parameters. */
  figure: string;
  parameter: string;
  /** Both are filled in by the remark plugin. */
  data?: Prerendered;
  preset?: string;
}

/**
 * A quantity in the text, in the colour that it has in every figure; pointed at, it lights up there. With a figure it
 * is that figure's own number, to be dragged.
 */
export default function Quantity(props: Named | Bound): ReactNode {
  if (props.figure !== undefined) return <Scrubbable {...props} data={props.data!} />;
  return (
    <span className={css.quantity} style={{ '--mine': `var(--q-${props.name})` } as CSSProperties}>
      {props.children}
    </span>
  );
}
