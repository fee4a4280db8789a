/** What a reader's memory has to look like in a file; times may not be later than now. */
import * as v from 'valibot';
import { LEVELS } from '../model/questions';
import { DAY } from './day';
import { RANGES } from './defaults';

/** Before that there was no book. */
const EARLIEST = Date.UTC(2020, 0, 1);

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
const text = v.pipe(v.string(), v.maxLength(100_000));
const real = v.pipe(v.number(), v.finite());
const between = (least: number, most: number) => v.pipe(real, v.minValue(least), v.maxValue(most));
const count = (most: number) => v.pipe(between(0, most), v.integer());
const amount = v.union([real, v.pipe(v.array(real), v.maxLength(10_000))]);

/** Another browser's clock may be ahead. */
const timeAt = (now: number) => v.pipe(between(EARLIEST, now + DAY), v.integer());

export const reviewAt = (now: number) =>
  v.object({
    id: name,
    card: name,
    at: timeAt(now),
    rating: v.picklist([1, 2, 3, 4]),
    from: v.picklist(['chapter', 'practice', 'interview']),
    share: v.exactOptional(between(0, 1)),
    undone: v.exactOptional(v.literal(true)),
  });

export const fileAt = (now: number) => {
  const time = timeAt(now);
  return v.object({
    /** Each by `reviewAt`, some at a time. */
    reviews: v.array(v.unknown()),
    read: v.array(v.object({ chapter: name, section: name, at: time })),
    interviews: v.array(
      v.object({
        id: name,
        started: time,
        ended: v.nullable(time),
        marked: v.nullable(time),
        minutes: between(0, 1440),
        levels: v.array(v.picklist(LEVELS)),
        parts: v.array(name),
        answers: v.array(
          v.object({
            card: name,
            level: v.picklist(LEVELS),
            seed: v.string(),
            seconds: between(0, 864_000),
            planned: between(0, 864_000),
            answer: v.optional(v.unknown(), null),
            notes: text,
            followUps: v.exactOptional(v.pipe(v.array(text), v.maxLength(10))),
            share: v.nullable(between(0, 1)),
            met: v.array(count(1000)),
          }),
        ),
      }),
    ),
    settings: v.exactOptional(
      v.object({
        retention: between(RANGES.retention.least, RANGES.retention.most),
        newPerDay: count(RANGES.newPerDay.most),
      }),
    ),
    bets: v.exactOptional(
      v.array(
        v.object({
          figure: name,
          bet: name,
          params: v.record(v.string(), v.union([real, v.string(), v.boolean()])),
          given: amount,
          truth: amount,
          score: between(0, 100),
          at: time,
        }),
      ),
      [],
    ),
  });
};
