import { translate } from '@docusaurus/Translate';
import Link from '@docusaurus/Link';
import type { ReactNode } from 'react';
import css from './Given.module.css';

interface GivenProps {
  /** All but `children` is filled in by the remark plugin (`plugins/inflight/content/conditions.ts`). */
  holds?: string;
  see?: string;
  place?: string;
  /** Missing where the text says it. */
  mark?: string;
  children: ReactNode;
}

/** A statement that holds under a condition: a kernel's version, HZ, an offload. */
export default function Given({ holds, see, place = '', mark, children }: GivenProps): ReactNode {
  if (!mark) return <span data-holds={holds}>{children}</span>;
  const title = translate(
    { id: 'prose.given', message: 'This is true {holds}. Yours: {see}' },
    { holds: holds!, see: see! },
  );
  return (
    <span data-holds={holds}>
      {children}
      {'\u00a0'}
      <Link className={css.mark} to={`/book/${place.replace('#', '/#')}`} title={title}>
        {mark}
      </Link>
    </span>
  );
}
