import { useCallback, useEffect, useRef } from 'react';
import { yourKernel } from '../memory/kernel';
import { isKernel, type Kernel } from '../model/kernels';

/**
 * What stands at a kernel follows the reader's choice: `follow` is called when that was another one elsewhere, and not of
 * what `isFixed`. The answer makes a choice here the reader's, if it is one of those that readers can have.
 */
export function useKernelChoice(
  at: unknown,
  isFixed: boolean,
  follow: (kernel: Kernel) => void,
): (kernel: unknown) => void {
  const now = useRef({ at, follow });
  useEffect(() => {
    now.current = { at, follow };
  });
  const isTelling = useRef(false);
  useEffect(() => {
    let before = yourKernel.get();
    return yourKernel.subscribe(() => {
      const after = yourKernel.get();
      // What is about another kernel stays so.
      const follows = !isFixed && !isTelling.current && after !== before && now.current.at === before;
      before = after;
      if (follows) now.current.follow(after);
    });
  }, [isFixed]);
  return useCallback((kernel: unknown) => {
    if (!isKernel(kernel)) return;
    isTelling.current = true;
    yourKernel.set(kernel);
    isTelling.current = false;
  }, []);
}
