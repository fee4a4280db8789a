import { useRef, useState } from 'react';
import type { DrawnIncident } from '../../labs/incidents/service';
import { LabSession, type Verdict } from '../../labs/session';
import { SIZE } from '../../linux/lab/useLab';
import { undisturbed } from '../../linux/undisturbed';
import { useMachine } from '../../linux/useMachine';
import type { Machine } from '../../machine/machine';
import type { Course } from './grade';

const FRESH: Course = { named: [], missed: 0 };

/** A call on a machine of its own. Switched off, all of it is gone. */
export function useLinuxCall(incident: DrawnIncident) {
  const desk = useMachine();
  const session = useRef<LabSession>(undefined);
  /** In ns of the machine’s time. */
  const clock = useRef({ now: 0, called: 0 });
  const [course, setCourse] = useState<Course>(FRESH);
  const [verdict, setVerdict] = useState<Verdict>();
  const [isMeasuring, setMeasuring] = useState(false);
  const [isOver, setOver] = useState(false);

  async function prepare(machine: Machine): Promise<void> {
    const tick = ({ now }: { now: number }): void => {
      clock.current.now = now;
    };
    machine.on('time', tick);
    machine.on('stopped', tick);
    session.current = await LabSession.begin(machine, incident, SIZE);
    clock.current.called = clock.current.now;
    setCourse(FRESH);
    setVerdict(undefined);
  }

  async function measure(): Promise<void> {
    if (desk.state.is !== 'on') return;
    setMeasuring(true);
    const found = await undisturbed(desk.state, () => session.current!.check());
    const repaired = (clock.current.now - clock.current.called) / 1e9;
    if (found.is === 'solved') setCourse((before) => ({ repaired, ...before }));
    if (found.is === 'unsolved') setCourse((before) => ({ ...before, missed: before.missed + 1 }));
    setVerdict(found);
    setMeasuring(false);
  }
  return {
    desk,
    course,
    /** Of the last measurement; missing before the first. */
    verdict,
    isMeasuring,
    isOver,
    start: () => desk.start({ size: SIZE, run: prepare }),
    measure: () => void measure(),
    name: (id: string) =>
      setCourse((before) => ({ ...before, named: [...before.named.filter((each) => each !== id), id] })),
    end: () => setOver(true),
  };
}

export type LinuxCall = ReturnType<typeof useLinuxCall>;
