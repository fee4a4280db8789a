import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Panel } from '../ui/Panel';
import { Text } from '../ui/Text';
import fold from '../ui/fold.module.css';
import chapter from './chapter.module.css';

interface CheckProps {
  question: string;
  /** What else one can do about it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A question to answer before its answer is unfolded; works without scripts. */
export default function Check({ question, action, children }: CheckProps): ReactNode {
  return (
    <Panel className={chapter.block}>
      <details>
        <summary className={clsx('ui', fold.summary)}>
          <Text as="span" size="body" isStrong>
            {question}
          </Text>
        </summary>
        <div className={chapter.text}>{children}</div>
      </details>
      {action}
    </Panel>
  );
}
