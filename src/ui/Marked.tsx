import { Fragment, type ReactNode } from 'react';
import { keepUnits } from '../text/units';

interface MarkedProps {
  text: string;
  /** What becomes of the code in it. */
  code?: (piece: string) => ReactNode;
}

/** A plain text from an attribute or a data file: `this` is code, and numbers keep their units. */
export const Marked = ({ text, code = (piece) => <code>{piece}</code> }: MarkedProps): ReactNode =>
  text.split('`').map((piece, i) => <Fragment key={i}>{i % 2 ? code(piece) : keepUnits(piece)}</Fragment>);
