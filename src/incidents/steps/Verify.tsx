import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { StepProps } from './step';

/** What has to be looked at after a fix. */
export const Verify = ({ call: { standing } }: StepProps): ReactNode => (
  <>
    <p>
      {standing.fixes.length === 0
        ? translate({ id: 'incident.verify.none', message: 'Nothing has been fixed yet.' })
        : translate({ id: 'incident.verify.now', message: 'A fix is in place. Does it help?' })}
    </p>
    <p>
      <Translate id="incident.verify.about" values={{ log: <code>tail app.log</code> }}>
        {
          'After a fix, look at what users notice: the application’s log ({log}) or the dashboards. That a setting has changed proves nothing.'
        }
      </Translate>
    </p>
  </>
);
