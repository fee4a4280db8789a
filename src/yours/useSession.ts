import { translate } from '@docusaurus/Translate';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CaptureRead } from '../model/contract';
import { isAbort } from '../runtime/errors';
import type { Desk } from './desk';
import { failureOf } from './failure';
import { MOST_FILES, type Opened, openFiles } from './opened';
import type { Example } from './start/examples';

export interface Read {
  opened: Opened;
  read: CaptureRead;
}

type Stage =
  | { at: 'start'; failure?: string }
  /** A capture of a model is being made. */
  | { at: 'making'; example: Example; share: number }
  | { at: 'reading'; opened: Opened; share: number }
  | ({ at: 'read' } & Read);

export interface Session {
  stage: Stage;
  open: (files: readonly File[]) => void;
  tryOut: (example: Example) => void;
  /** Stops what is under way. */
  cancel: () => void;
}

const tooMany = (count: number): string =>
  translate(
    {
      id: 'yours.tooManyFiles',
      message: 'You opened {count} files. Open one capture, or two of the same connection, one from each end.',
    },
    { count },
  );

/** What the reader has opened, from the choice of a file to what is in it. Nothing of it outlives the page. */
export function useSession(desk: Desk): Session {
  const [stage, setStage] = useState<Stage>({ at: 'start' });
  const abort = useRef<AbortController>(undefined);

  const attempt = useCallback(async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) setStage({ at: 'start', failure: failureOf(error) });
    }
  }, []);

  const read = useCallback(
    async (files: readonly File[], signal: AbortSignal): Promise<void> => {
      const opened = openFiles(files);
      const onProgress = (share: number): void => setStage({ at: 'reading', opened, share });
      onProgress(0);
      const found = await desk.read(opened, { signal, onProgress });
      setStage({ at: 'read', opened, read: found });
    },
    [desk],
  );

  const session = useMemo(
    () => ({
      open(files: readonly File[]): void {
        if (files.length > MOST_FILES) {
          abort.current?.abort();
          setStage({ at: 'start', failure: tooMany(files.length) });
        } else if (files.length > 0) void attempt((signal) => read(files, signal));
      },
      tryOut(example: Example): void {
        void attempt(async (signal) => {
          const onProgress = (share: number): void => setStage({ at: 'making', example, share });
          onProgress(0);
          await read([await desk.example(example, { signal, onProgress })], signal);
        });
      },
      cancel(): void {
        abort.current?.abort();
        setStage({ at: 'start' });
      },
    }),
    [attempt, read, desk],
  );
  useEffect(() => () => abort.current?.abort(), []);
  return { stage, ...session };
}
