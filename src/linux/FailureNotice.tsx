import type { ReactNode } from 'react';
import { Notice } from '../ui/Panel';
import { Text } from '../ui/Text';

interface FailureNoticeProps {
  sentence: ReactNode;
  /** What the machine or the browser said of it. */
  detail: string;
}

/** Why there is no machine, or none any more. */
export const FailureNotice = ({ sentence, detail }: FailureNoticeProps): ReactNode => (
  <Notice as="div" tone="bad">
    {sentence}
    {detail && (
      <Text size="small" tone="soft">
        {detail}
      </Text>
    )}
  </Notice>
);
