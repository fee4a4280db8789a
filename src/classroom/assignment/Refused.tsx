import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Panel';

/** Python found a reason not to go on, and says it. */
export const Refused = ({ reason, onLeave }: { reason: string; onLeave: () => void }): ReactNode => (
  <>
    <h1>
      <Translate id="assignment.refused">This assignment can’t be opened</Translate>
    </h1>
    <Notice tone="bad">{reason}</Notice>
    <p>
      <Button onClick={onLeave}>
        <Translate id="assignment.another">Open another one</Translate>
      </Button>
    </p>
  </>
);
