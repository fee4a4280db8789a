import type { Translate } from '../words';

/** The words of a race. */
export const raceWords = (translate: Translate) => ({
  queue: translate({ id: 'view.race.queue', message: 'queue' }),
  line: translate({ id: 'view.race.line', message: 'line' }),
  score: translate({ id: 'view.race.score', message: 'score out of 100' }),
  said: (title: string, score: string) =>
    translate({ id: 'view.race.said', message: '{title} {score}' }, { title, score }),
});

export type RaceWords = ReturnType<typeof raceWords>;
