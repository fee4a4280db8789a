import { useEffect, useEffectEvent } from 'react';
import { type Handed, type Kept, marked } from '../work';
import type { Answer, Mark } from '../../model/contract';

interface Revealed {
  /** Is the key there? */
  isOpen: boolean;
  handed: Handed | undefined;
  mark: (question: string, answer: Answer) => Promise<Mark | undefined>;
  change: (how: (kept: Kept) => Kept) => void;
}

/** Once the key is there, each answer is marked as it was handed in. */
export function useRevealed({ isOpen, handed, mark, change }: Revealed): void {
  const tell = useEffectEvent(async (isWanted: () => boolean) => {
    for (const [id, answer] of Object.entries(handed?.answers ?? {})) {
      if (!isWanted()) return;
      const found = await mark(id, answer);
      if (found && isWanted()) change((old) => marked(old, { [id]: found }));
    }
  });
  const isHanded = handed !== undefined;
  useEffect(() => {
    let isWanted = true;
    if (isOpen && isHanded) void tell(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [isOpen, isHanded]);
}
