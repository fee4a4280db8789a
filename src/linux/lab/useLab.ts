import { usePluginData } from '@docusaurus/useGlobalData';
import { useRef, useState } from 'react';
import { Recorder } from '../../labs/record';
import { LabSession, type Verdict } from '../../labs/session';
import type { Size, Transcript } from '../../labs/transcript';
import type { MachineFiles } from '../../machine/files';
import type { Machine } from '../../machine/machine';
import { type ShownLab } from './all';

/** Of the terminals in a lab: the same for everybody, so that a session can be replayed. */
export const SIZE: Size = { cols: 80, rows: 24 };

export interface LabDesk {
  /** Makes the fault on a machine that has just been switched on. */
  prepare: (machine: Machine) => Promise<void>;
  /** Missing before the first check. */
  verdict: Verdict | undefined;
  isChecking: boolean;
  check: () => Promise<Verdict>;
  /** What was typed up to the last check. */
  transcript: () => Transcript;
}

export function useLab(lab: ShownLab | null): LabDesk {
  const { state } = usePluginData('machine') as MachineFiles;
  const recorder = useRef<Recorder | undefined>(undefined);
  const [verdict, setVerdict] = useState<Verdict>();
  const [isChecking, setChecking] = useState(false);
  return {
    async prepare(machine) {
      const session = await LabSession.begin(machine, lab!, SIZE);
      recorder.current = new Recorder(machine, session, { lab: lab!.id, machine: state.sha256, size: SIZE });
      setVerdict(undefined);
    },
    verdict,
    isChecking,
    async check() {
      setChecking(true);
      const found = await recorder.current!.check();
      setVerdict(found);
      setChecking(false);
      return found;
    },
    transcript: () => recorder.current!.transcript,
  };
}
