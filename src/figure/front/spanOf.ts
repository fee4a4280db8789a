import type { PipeSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import type { PipeLayout } from '../../views/pipe/layoutPipe';
import { endOf, restOf } from '../../views/pipe/moment';
import { periodOf } from '../../views/pipe/timing';
import { columnOf } from '../../views/tables';

export interface Span {
  from: number;
  to: number;
}

/**
 * What the pipe plays over and over, s: whole rhythms of the sender, so that the end runs into the beginning; else all
 * that is known. Of a run without packets there is nothing to play.
 */
export function spanOf(run: Result, spec: PipeSpec, layout: PipeLayout): Span {
  const from = restOf(run, spec, layout);
  const packets = run.still?.tables[spec.packets] ?? run.tables?.[spec.packets];
  if (!packets) return { from, to: from };
  const until = run.still?.until ?? endOf(run);
  const sent = columnOf(packets, 'sent').values.filter((t) => t >= from - layout.rtt && t <= until);
  const period = periodOf(sent);
  const whole = period ? Math.floor((until - from) / period) * period : 0;
  return { from, to: whole > 0 ? from + whole : until };
}
