import { useEffect, useEffectEvent, useState } from 'react';
import { incidentOf } from '../incidents';
import { useDesk } from '../useDesk';
import type { Incident, IncidentQuestion, Printed } from '../../model/contract';
import { isAbort } from '../../runtime/errors';

interface Case {
  incident: Incident | undefined;
  printed: readonly Printed[];
  minutes: number;
  isBusy: boolean;
  failure: string | undefined;
  ask: (probe: string) => Promise<void>;
}

/** The incident of a question, with what was asked when it was last here. */
export function useCase({ family, level, seed }: IncidentQuestion, asked: readonly string[]): Case {
  const { desk } = useDesk();
  const [incident, setIncident] = useState<Incident>();
  const [printed, setPrinted] = useState<readonly Printed[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const say = (error: unknown): void => {
    if (!isAbort(error)) setFailure(error instanceof Error ? error.message : String(error));
  };
  const first = useEffectEvent(() => asked);
  const failed = useEffectEvent(say);
  useEffect(() => {
    const abort = new AbortController();
    const open = async (): Promise<void> => {
      const key = { family, level, seed };
      const found = await incidentOf(desk, key, abort.signal);
      const known = first().filter((id) => found.probes.some((each) => each.id === id));
      const again: Printed[] = [];
      for (const [place, id] of known.entries()) {
        const before = known.slice(0, place);
        again.push(await desk.ask<Printed>('probe', { ...key, id, asked: before }, abort.signal));
      }
      setPrinted(again);
      setIncident(found);
    };
    open().catch((error: unknown) => failed(error));
    return () => abort.abort();
  }, [desk, family, level, seed]);

  const cost = new Map(incident?.probes.map((each) => [each.id, each.cost]));
  return {
    incident,
    printed,
    minutes: printed.reduce((sum, { id }) => sum + (cost.get(id) ?? 0), 0),
    isBusy,
    failure,
    async ask(id) {
      setBusy(true);
      setFailure(undefined);
      try {
        const asked = printed.map((each) => each.id);
        const found = await desk.ask<Printed>('probe', { family, level, seed, id, asked });
        setPrinted((before) => [...before, found]);
      } catch (error) {
        say(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
