import { translate } from '@docusaurus/Translate';
import { bisectRight } from 'd3-array';
import type { CaptureReplay, Lane, LanesSpec, Quantity, Replay, ReplayCurve, ReplayRun } from '../../model/contract';
import { ofColumns } from '../../model/ofColumns';
import type { Column, Result } from '../../model/types';

interface Drawn {
  run: Result;
  spec: LanesSpec;
}

/** A value between two that were taken; NaN before the first, and after the last it stays. */
function at(times: readonly number[], values: readonly number[], t: number): number {
  const next = bisectRight(times, t);
  if (next === 0) return t < 0 ? NaN : 0;
  const before = values[next - 1]!;
  if (next === times.length) return before;
  const [t0, t1] = [times[next - 1]!, times[next]!];
  return t1 > t0 ? before + ((values[next]! - before) * (t - t0)) / (t1 - t0) : before;
}

/** The model's run, the capture that it is about, and the run with everything as captured, on one axis of time. */
export function curvesOf(replay: Replay, capture: CaptureReplay['capture'] | undefined, asCaptured?: ReplayRun): Drawn {
  const { run } = replay;
  const names = {
    time: translate({ id: 'yours.replay.time', message: 'time since the first data' }),
    captured: translate({ id: 'yours.replay.captured', message: 'captured' }),
    model: translate({ id: 'yours.replay.model', message: 'model' }),
    unchanged: translate({ id: 'yours.replay.unchanged', message: 'model, as captured' }),
    flight: translate({ id: 'yours.replay.flight', message: 'in flight in the model' }),
  };
  const curves: ReplayCurve[] = [run, ...(capture ? [capture] : []), ...(asCaptured ? [asCaptured] : [])];
  const times = [...new Set([0, ...curves.flatMap(({ t }) => t)])].sort((a, b) => a - b);
  const column = (name: string, unit: string, quantity: Quantity, values: Float64Array): Column => ({
    ...{ name, unit, quantity, values },
    meaning: name,
  });
  const acked = (name: string, quantity: Quantity, curve: ReplayCurve): Column =>
    column(
      name,
      'B',
      quantity,
      Float64Array.from(times, (t) => at(curve.t, curve.acked, t)),
    );
  const series = [
    ...(asCaptured ? [acked(names.unchanged, 'ghost', asCaptured)] : []),
    acked(names.model, 'sequence', run),
    ...(capture ? [acked(names.captured, 'yours', capture)] : []),
  ];
  const lane = (id: string, title: string, ...of: string[]): Lane => ({
    ...{ id, title, unit: 'B', kind: 'line', series: of },
    handles: [],
  });
  return {
    run: ofColumns([
      column(names.time, 's', 'time', Float64Array.from(times)),
      ...series,
      column(
        names.flight,
        'B',
        'inflight',
        Float64Array.from(times, (t) => (t > run.t.at(-1)! ? NaN : at(run.t, run.flight, t))),
      ),
    ]),
    spec: {
      ...{ kind: 'lanes', title: '' },
      lanes: [
        lane(
          'acked',
          translate({ id: 'yours.replay.lane.acked', message: 'Acknowledged' }),
          ...series.map(({ name }) => name),
        ),
        lane('flight', translate({ id: 'yours.replay.lane.flight', message: 'In flight in the model' }), names.flight),
      ],
    },
  };
}
