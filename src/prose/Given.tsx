import { translate } from '@docusaurus/Translate';
import Link from '@docusaurus/Link';
import type { ReactNode } from 'react';
import { yourKernel } from '../memory/kernel';
import { usePersisted } from '../memory/persisted';
import { type Kernel, type KernelRange, isIn } from '../model/kernels';
import css from './Given.module.css';

interface GivenProps extends KernelRange {
  /** All but `children` is filled in by the remark plugin (`plugins/inflight/content/conditions.ts`). */
  holds?: string;
  see?: string;
  place?: string;
  /** Missing where the text says it. */
  mark?: string;
  children: ReactNode;
}

function titleOf(kernel: Kernel, holds: string, see: string, range: KernelRange): string {
  if (Object.values(range).every((each) => each === undefined))
    return translate({ id: 'prose.given', message: 'This is true {holds}. Yours: {see}' }, { holds, see });
  return isIn(range, kernel)
    ? translate(
        { id: 'prose.given.yours', message: 'This is true {holds}, so on Linux {kernel}, too. Yours: {see}' },
        { holds, kernel, see },
      )
    : translate(
        { id: 'prose.given.notYours', message: 'This is true {holds}, so not on Linux {kernel}. Yours: {see}' },
        { holds, kernel, see },
      );
}

/** A statement that holds under a condition: a kernel's version, HZ, an offload. */
export default function Given({ holds = '', see = '', place = '', mark, children, ...range }: GivenProps): ReactNode {
  const [kernel] = usePersisted(yourKernel);
  return (
    <span data-holds={holds} data-yours={isIn(range, kernel)}>
      {children}
      {mark && (
        <>
          {'\u00a0'}
          <Link
            className={css.mark}
            to={`/book/${place.replace('#', '/#')}`}
            title={titleOf(kernel, holds, see, range)}
          >
            {mark}
          </Link>
        </>
      )}
    </span>
  );
}
