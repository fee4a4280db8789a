import { type ReactNode, useState } from 'react';

interface FoldProps {
  summary: ReactNode;
  className: string | undefined;
  /** Something in it has to be mended: it unfolds, and stays so when that is done. */
  isBad: boolean;
  children: ReactNode;
}

/** What one seldom needs, folded. */
export function Fold({ summary, className, isBad, children }: FoldProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={className} open={isOpen || isBad} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
