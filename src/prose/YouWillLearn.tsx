import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import Panel from './Panel';

/** What a reader will be able to do at the end of a chapter. */
export default function YouWillLearn({ children }: { children: ReactNode }): ReactNode {
  return <Panel title={<Translate id="prose.youWillLearn">You will be able to</Translate>}>{children}</Panel>;
}
