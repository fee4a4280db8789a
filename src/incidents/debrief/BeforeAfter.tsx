import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Debrief } from '../../model/contract';
import { Marked } from '../../ui/Marked';
import { formatShare } from '../../views/format';
import css from './Debrief.module.css';

/** What people got of what could be had, as two pipes: when somebody was called, and at the end. */
export const BeforeAfter = ({ debrief }: { debrief: Debrief }): ReactNode => (
  <dl className={css.pipes}>
    <Pipe
      name={translate({ id: 'incident.before', message: 'Before' })}
      share={debrief.share_before}
      measured={debrief.before}
    />
    <Pipe
      name={translate({ id: 'incident.after', message: 'After' })}
      share={debrief.share_after}
      measured={debrief.after}
    />
  </dl>
);

interface PipeProps {
  name: string;
  /** 0 to 1; null: nobody can tell. */
  share: number | null;
  measured: string;
}

const Pipe = ({ name, share, measured }: PipeProps): ReactNode => (
  <div>
    <dt>{name}</dt>
    {share !== null && (
      <dd className={css.full}>
        <span className={css.pipe} aria-hidden="true" style={{ ['--full' as string]: Math.min(share, 1) }} />
        {translate(
          { id: 'incident.share', message: '{share} of what was possible' },
          { share: formatShare(Math.min(share, 1)) },
        )}
      </dd>
    )}
    <dd>
      <Marked text={measured} />
    </dd>
  </div>
);
