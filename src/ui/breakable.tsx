import { Fragment, type ReactNode } from 'react';

/** A long name of Linux may break behind its signs rather than within a word. */
export const breakable = (name: string): ReactNode[] =>
  name.split(/(?<=[._/=])/).map((piece, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
