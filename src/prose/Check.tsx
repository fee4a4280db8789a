import type { ReactNode } from 'react';
import { Stack } from '../ui/layout';
import { Panel } from '../ui/Panel';
import { Text } from '../ui/Text';
import chapter from './chapter.module.css';
import { ShowAnswer } from './ShowAnswer';

interface CheckProps {
  question: string;
  /** What else one can do about it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A question to answer before looking; works without scripts. */
export default function Check({ question, action, children }: CheckProps): ReactNode {
  return (
    <Stack as={Panel} isFilled className={chapter.block}>
      <Stack gap={3} className="ui">
        <Text size="body" isStrong>
          {question}
        </Text>
        {action}
      </Stack>
      <ShowAnswer>
        <div className={chapter.text}>{children}</div>
      </ShowAnswer>
    </Stack>
  );
}
