import { usePluginData } from '@docusaurus/useGlobalData';
import { useEffect, useReducer, useRef } from 'react';
import { bytesOf, hasMemory, type MachineFiles } from '../machine/files';
import { startInPage } from '../machine/inPage';
import type { Machine } from '../machine/machine';
import type { Pace } from '../machine/messages';
import { type Failed, failed, TOO_SMALL } from './failure';
import type { Screens } from './screens';

export type State =
  | { is: 'off' }
  /** Of `bytes`, these have come. */
  | { is: 'loading'; come: number }
  | { is: 'on'; machine: Machine; screens: Screens; pace: Pace }
  | Failed;

export interface Prepare {
  size: { cols: number; rows: number };
  run: (machine: Machine) => Promise<void>;
}

export interface MachineDesk {
  state: State;
  /** To be downloaded. */
  bytes: number;
  /** `prepare`: what is done before anybody sees the machine; its terminals then keep this size. */
  start: (prepare?: Prepare) => void;
  stop: () => void;
  setPace: (pace: Pace) => void;
}

/** A machine of this page; nothing of it is loaded before `start`. */
export function useMachine(): MachineDesk {
  const files = usePluginData('machine') as MachineFiles;
  const [state, change] = useReducer((_: State, next: State): State => next, { is: 'off' });
  const running = useRef<{ abort: AbortController; machine?: Machine } | undefined>(undefined);

  function stop(): void {
    running.current?.abort.abort();
    running.current?.machine?.end();
    running.current = undefined;
    change({ is: 'off' });
  }

  function fail(error: unknown): void {
    running.current?.machine?.end();
    running.current = undefined;
    change(failed(error));
  }

  async function start(prepare?: Prepare): Promise<void> {
    if (!hasMemory()) {
      change(TOO_SMALL);
      return;
    }
    const own: NonNullable<typeof running.current> = { abort: new AbortController() };
    running.current = own;
    change({ is: 'loading', come: 0 });
    const { signal } = own.abort;
    const onBytes = (come: number): void => {
      if (!signal.aborted) change({ is: 'loading', come });
    };
    try {
      const [machine, { makeScreens }] = await Promise.all([startInPage(files, onBytes, signal), import('./screens')]);
      own.machine = machine;
      machine.on('failed', fail);
      await prepare?.run(machine);
      signal.throwIfAborted();
      const screens = makeScreens(machine, prepare?.size);
      machine.setPace(1);
      change({ is: 'on', machine, screens, pace: 1 });
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  }

  function setPace(pace: Pace): void {
    if (state.is !== 'on') return;
    state.machine.setPace(pace);
    change({ ...state, pace });
  }

  useEffect(
    () => () => {
      running.current?.abort.abort();
      running.current?.machine?.end();
    },
    [],
  );
  return { state, bytes: bytesOf(files), start: (prepare) => void start(prepare), stop, setPace };
}
