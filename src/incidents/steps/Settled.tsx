import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Marked } from '../../ui/Marked';

/** What the reader thinks it is, so far. */
export const Settled = ({ cause }: { cause: string }): ReactNode => (
  <p>
    <Translate
      id="incident.settled"
      values={{
        cause: (
          <b>
            <Marked text={cause} />
          </b>
        ),
      }}
    >
      {'Your hypothesis: {cause}. You can change it until the call is over.'}
    </Translate>
  </p>
);
