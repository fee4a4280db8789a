import type { ReactNode } from 'react';
import { Stack } from './layout';
import { Text } from './Text';

interface EmptyProps {
  /** Why nothing is here. */
  children: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
}

/** Where a list would stand that has nothing in it. */
export const Empty = ({ children, action }: EmptyProps): ReactNode => (
  <Stack gap={3}>
    <Text tone="soft" role="status">
      {children}
    </Text>
    {action}
  </Stack>
);
