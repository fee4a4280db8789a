import { useEffect, useState } from 'react';

/** How long "Copied" stands. */
const SHOWN = 2000;

interface Copy {
  state: 'idle' | 'copied' | 'blocked';
  copy: (text: string) => Promise<void>;
}

/** Puts a text on the clipboard; where the browser forbids that, `blocked` asks for another way. */
export function useCopy(): Copy {
  const [state, setState] = useState<Copy['state']>('idle');
  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        setState('copied');
      } catch {
        setState('blocked');
      }
    },
  };
}
