import { usePluginData } from '@docusaurus/useGlobalData';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bytesOf, hasMemory, type MachineFiles } from '../machine/files';
import type { Plan } from '../machine/record/plan';
import type { Comparison } from '../model/contract';
import { type Failed, failed, TOO_SMALL } from './failure';

export type RecordingState =
  | { is: 'off' }
  /** Of `bytes`, these have come. */
  | { is: 'loading'; come: number }
  /** So much of the run is over, 0 to 1; then the model runs. */
  | { is: 'running'; share: number }
  | { is: 'done'; comparison: Comparison }
  | Failed;

export interface RecordingDesk {
  state: RecordingState;
  /** To be downloaded. */
  bytes: number;
  start: (plan: Plan) => void;
  stop: () => void;
}

/** A run on a fresh machine, and what `judge` makes of its recording. Another `key` is about something else: nothing stays. */
export function useRecording(
  key: string,
  judge: (recording: string, signal: AbortSignal) => Promise<Comparison>,
): RecordingDesk {
  const files = usePluginData('machine') as MachineFiles;
  const [state, setState] = useState<RecordingState>({ is: 'off' });
  const running = useRef<AbortController | undefined>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    setState({ is: 'off' });
  }, []);
  useEffect(() => stop, [key, stop]);

  async function start({ scenario, commands }: Plan): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    running.current = abort;
    const change = (next: RecordingState): void => {
      if (!signal.aborted) setState(next);
    };
    if (!hasMemory()) {
      change(TOO_SMALL);
      return;
    }
    change({ is: 'loading', come: 0 });
    try {
      const [{ startInPage }, { record }] = await Promise.all([
        import('../machine/inPage'),
        import('../machine/record/record'),
      ]);
      const machine = await startInPage(files, (come) => change({ is: 'loading', come }), signal);
      signal.addEventListener('abort', () => machine.end());
      change({ is: 'running', share: 0 });
      const onProgress = (share: number): void => change({ is: 'running', share });
      // It is of no use after that, whether it came to an end or not.
      const recording = await record(machine, scenario, commands, { onProgress, signal }).finally(() => machine.end());
      change({ is: 'done', comparison: await judge(JSON.stringify(recording), signal) });
    } catch (error) {
      change(failed(error));
    }
  }
  return { state, bytes: bytesOf(files), start: (plan) => void start(plan), stop };
}
