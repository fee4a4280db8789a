import { Fragment, type ReactNode } from 'react';
import type { Incident } from '../model/contract';
import { keepUnits } from '../text/units';
import css from './Complaint.module.css';

/** What somebody complains about. The name of a machine stays on its line: it has hyphens. */
export function Complaint({ incident: { complaint, machines } }: { incident: Incident }): ReactNode {
  const names = machines.map(({ name }) => name);
  const pieces = names.reduce((all, name) => all.flatMap((each) => cutAt(each, name)), [complaint]);
  return pieces.map((piece, i) => (
    <Fragment key={i}>{names.includes(piece) ? <span className={css.name}>{piece}</span> : keepUnits(piece)}</Fragment>
  ));
}

/** The text before and after each place of a name, and the name between. */
const cutAt = (text: string, name: string): string[] =>
  text === name ? [text] : text.split(name).flatMap((piece, i) => (i > 0 ? [name, piece] : [piece]));
