import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import Panel from './Panel';

/** The chapter in five lines. */
export default function Recap({ children }: { children: ReactNode }): ReactNode {
  return <Panel title={<Translate id="prose.recap">In short</Translate>}>{children}</Panel>;
}
