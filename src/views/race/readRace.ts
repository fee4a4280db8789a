import type { RaceSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import { columnOf, tableOf, wordOf } from '../tables';
import { type Flow, passedBy, type Series, toFlow, toSeries } from '../scene/series';

export interface Runner {
  title: string;
  queue: Series;
  rate: Flow;
  /** NaN: there is none yet. */
  score: number;
}

export interface RaceData {
  start: number;
  end: number;
  /** The model's time that passes in a second of the reader's. */
  speed: number;
  /** Packets that each queue holds. */
  limit: number;
  /** Of the line, in the unit of the rates. */
  most: number;
  runners: readonly Runner[];
}

type Raced = Pick<Result, 'columns' | 'parameters' | 'tables'>;

function scoresOf({ scores, name, score }: RaceSpec, run: Raced): Map<string, number> {
  const table = tableOf(run, scores);
  if (!table) return new Map();
  const names = columnOf(table, name);
  const values = columnOf(table, score).values;
  return new Map(Array.from(values, (value, row) => [wordOf(names, row), value]));
}

/** The run's columns as a race names them; the scores are those of `judged`, a complete run. */
export function readRace(spec: RaceSpec, run: Raced, judged: Raced): RaceData {
  const times = run.columns[0]!.values;
  const [start, end] = [times[0] ?? 0, times[times.length - 1] ?? 1];
  const scores = scoresOf(spec, judged);
  return {
    start,
    end,
    // As fast as the whole of it is, however much of it is there.
    speed: (Number(judged.columns[0]!.values.at(-1)) - start) / spec.seconds || 1,
    limit: Number(run.parameters[spec.limit]),
    most: Number(run.parameters[spec.rate]),
    runners: spec.racers.map(({ row, queue, rate }) => {
      const passed = columnOf(run.columns, rate);
      return {
        title: row,
        queue: toSeries(times, columnOf(run.columns, queue)),
        rate: toFlow(times, passedBy(times, [passed]), passed.quantity),
        score: scores.get(row) ?? NaN,
      };
    }),
  };
}
