/** A mock interview from its first question to its last: each step gives a new one. */
import type { Interview, InterviewAnswer } from '../memory/types';
import type { Wish } from './choose';
import { incidentIn } from './incident';
import type { Item } from './items';
import { wasAsked } from './reporting';
import { plannedSeconds } from './seconds';

/** One that begins now. Each question has a seed of its own. */
export function begin(
  id: string,
  now: number,
  { minutes, levels, parts }: Omit<Wish, 'incident'>,
  items: readonly Item[],
): Interview {
  return {
    id,
    started: now,
    ended: null,
    marked: null,
    minutes,
    levels: [...levels],
    parts: [...parts],
    answers: items.map((item, i) => ({
      card: item.id,
      level: item.level,
      seed: `${id}-${i}`,
      seconds: 0,
      planned: plannedSeconds(item),
      answer: null,
      notes: '',
      share: null,
      met: [],
    })),
  };
}

/** The place of the question that is to be answered; that of none, if all were. */
export const placeOf = ({ answers }: Interview): number => {
  const place = answers.findIndex((answer) => !wasAsked(answer));
  return place < 0 ? answers.length : place;
};

/** Is there a question left to be asked? */
export const isRunning = (interview: Interview): boolean =>
  interview.ended === null && placeOf(interview) < interview.answers.length;

/** Seconds that were used, without those of the question that is being answered. */
export const usedSeconds = ({ answers }: Interview): number => answers.reduce((sum, { seconds }) => sum + seconds, 0);

export function change(interview: Interview, place: number, part: Partial<InterviewAnswer>): Interview {
  const answers = interview.answers.map((answer, i) => (i === place ? { ...answer, ...part } : answer));
  return { ...interview, answers };
}

/** Nobody is too slow for the incident: once only its own time is left, what else was planned before it isn’t asked. */
function keepingTime(interview: Interview): Interview {
  const { answers, minutes } = interview;
  const incident = answers.find(({ card }) => incidentIn(card));
  if (!incident || usedSeconds(interview) + incident.planned < 60 * minutes) return interview;
  return { ...interview, answers: answers.filter((answer) => answer === incident || wasAsked(answer)) };
}

/** On to the next question; after the last one, or once the time is up, it is over. */
export function leave(interview: Interview, seconds: number, part: Partial<InterviewAnswer>, now: number): Interview {
  const left = change(interview, placeOf(interview), { ...part, seconds: Math.max(1, Math.round(seconds)) });
  const next = keepingTime(left);
  const isOver = placeOf(next) === next.answers.length || usedSeconds(next) >= 60 * next.minutes;
  return isOver ? { ...next, ended: now } : next;
}
