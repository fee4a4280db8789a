import { useEffect, useRef, useState } from 'react';
import type { Incident, Printed, Verdict } from '../model/contract';
import { isAbort } from '../runtime/errors';
import type { Runtime } from '../runtime/types';
import type { RoomData } from '../model/incidents';

export interface Room {
  incident: Incident;
  /** What has been asked, in order. */
  printed: readonly Printed[];
  minutes: number;
  verdict?: Verdict;
  /** What Python is busy with. */
  busy?: 'opening' | 'probe' | 'verdict';
  /** Why the last request came to nothing. */
  failure?: string;
  open: (seed: number, level: number) => void;
  ask: (id: string) => void;
  /** An answer is on its way: what it is held against may be computed already. */
  prepare: () => void;
  answer: (cause: string, fix: string) => void;
}

interface State {
  incident: Incident;
  printed: Printed[];
  verdict?: Verdict;
  busy?: Room['busy'];
  failure?: string;
}

/** A case and what has become of it. The case that was built in answers without Python. */
export function useIncident(data: RoomData, runtime: () => Runtime): Room {
  const [state, setState] = useState<State>({ incident: data.incident, printed: [] });
  const waiting = useRef<AbortController>(undefined);
  const prepared = useRef<Incident>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  const { incident, printed } = state;
  const { seed, level, probes } = incident;
  const cost = new Map(probes.map((each) => [each.id, each.cost]));

  /** One request at a time: a newer one takes the place of the older. */
  async function request<T>(busy: Room['busy'], question: string, args: object, then: (answer: T) => Partial<State>) {
    waiting.current?.abort();
    const abort = (waiting.current = new AbortController());
    setState((now) => ({ ...now, busy, failure: undefined }));
    try {
      const answer = (await runtime().ask(question, args, abort.signal)) as T;
      setState((now) => ({ ...now, busy: undefined, ...then(answer) }));
    } catch (error) {
      if (isAbort(error)) return;
      setState((now) => ({ ...now, busy: undefined, failure: error instanceof Error ? error.message : String(error) }));
    }
  }

  const key = { seed, level, family: '' };
  return {
    ...state,
    minutes: printed.reduce((sum, each) => sum + (cost.get(each.id) ?? 0), 0),
    open: (newSeed, newLevel) =>
      void request<Incident>('opening', 'incident', { seed: newSeed, level: newLevel }, (fresh) => ({
        incident: fresh,
        printed: [],
        verdict: undefined,
      })),
    ask(id) {
      const show = (found: Printed): Partial<State> => ({ printed: [...printed, found] });
      const asked = printed.map((each) => each.id);
      // What was built in are answers of the first minutes; anyone who asks again wants to see what has changed since.
      const known = incident === data.incident && !asked.includes(id) && data.printed.find((each) => each.id === id);
      if (known) setState((now) => ({ ...now, ...show(known) }));
      else void request<Printed>('probe', 'probe', { ...key, id, asked }, show);
    },
    prepare() {
      // Of any other case, Python has told.
      if (incident !== data.incident || prepared.current === incident) return;
      prepared.current = incident;
      runtime()
        .ask('incident', { seed, level })
        // Anyone who answers hears of it.
        .catch(() => undefined);
    },
    answer(cause, fix) {
      const asked = printed.map((each) => each.id);
      void request<Verdict>('verdict', 'verdict', { ...key, cause, fix, asked }, (verdict) => ({ verdict }));
    },
  };
}
