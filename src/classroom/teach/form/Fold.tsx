import { type ReactNode, useState } from 'react';
import { Stack } from '../../../ui/layout';

interface FoldProps {
  summary: ReactNode;
  /** Something in it has to be fixed: it unfolds, and stays so when that is done. */
  isBad: boolean;
  children: ReactNode;
}

/** Fields that one seldom needs, folded. */
export function Fold({ summary, isBad, children }: FoldProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || isBad} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      <Stack gap={5} isFilled>
        {children}
      </Stack>
    </details>
  );
}
