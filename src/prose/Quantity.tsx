import type { CSSProperties, ReactNode } from 'react';
import type { Quantity as Name } from '../model/contract';
import type { Prerendered } from '../model/types';
import { letGo, rouse, touched } from '../figure/inPage';
import { presetOf } from '../figure/parameters';
import { formatFigure } from '../views/format';
import { Scrubbable } from './Scrubbable';
import css from './Quantity.module.css';

interface Named {
  name: Name;
  figure?: undefined;
  /** The name of the figure of this page that shows it; filled in by the remark plugin. */
  seen?: string;
  children: ReactNode;
}

interface Bound {
  /** The name of a figure on this page, and one of its parameters. */
  figure: string;
  parameter: string;
  summary?: undefined;
  /** Both are filled in by the remark plugin. */
  data?: Prerendered;
  preset?: string;
}

interface Computed {
  /** The name of a figure on this page, and one of the numbers that its run comes to. */
  figure: string;
  summary: string;
  /** Filled in by the remark plugin. */
  data?: Prerendered;
  /** Of the run, if it is not the one with which the figure opens. */
  preset?: string;
}

/** What the model has computed while the book was built; the figure may show another run by now. */
function Result({ summary, data, preset }: Computed): ReactNode {
  const { experiment, runs } = data!;
  return formatFigure(runs[presetOf(experiment, preset).id]!.summary[summary]!);
}

/** A quantity by its name: pointed at, or tapped, the curve that shows it comes along. */
function Word({ name, seen: figure, children }: Named): ReactNode {
  return (
    <span
      className={css.quantity}
      style={{ '--mine': `var(--q-${name})` } as CSSProperties}
      onPointerEnter={({ currentTarget }) => {
        if (figure === undefined) return;
        rouse(figure);
        touched.set({ figure, quantity: name, element: currentTarget, isWord: true });
      }}
      onPointerLeave={({ currentTarget, pointerType }) => {
        if (pointerType === 'mouse') letGo(currentTarget);
      }}
    >
      {children}
    </span>
  );
}

/**
 * A quantity in the text, in the colour that it has in every figure; pointed at, it lights up there. With a figure it
 * is that figure's own number, to be dragged, or what its run comes to.
 */
export default function Quantity(props: Named | Bound | Computed): ReactNode {
  if (props.figure !== undefined && props.summary !== undefined) return <Result {...props} />;
  if (props.figure !== undefined) return <Scrubbable {...props} data={props.data!} />;
  return <Word {...props} />;
}
