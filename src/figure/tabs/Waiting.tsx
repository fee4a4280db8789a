import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Loaded } from './useMore';

/** What a tab says until its content has come. */
export function Waiting({ more }: { more: Exclude<Loaded, { state: 'ready' }> }): ReactNode {
  if (more.state === 'loading') return <Translate id="figure.tab.loading">Loading …</Translate>;
  return (
    <Translate id="figure.tab.failed" values={{ reason: more.reason }}>
      {'Couldn’t load this: {reason}'}
    </Translate>
  );
}
