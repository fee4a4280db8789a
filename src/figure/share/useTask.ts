import { useState } from 'react';
import { messageOf } from '../../runtime/errors';

interface Task {
  isBusy: boolean;
  /** Why the last one failed. */
  failure: string | undefined;
  /** Does the work, one at a time; whether it was done. */
  run: (work: () => Promise<void>) => Promise<boolean>;
}

/** Work that takes a while and may fail: a file that is made when it is asked for. */
export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  return {
    isBusy,
    failure,
    async run(work) {
      if (isBusy) return false;
      setBusy(true);
      setFailure(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(messageOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
