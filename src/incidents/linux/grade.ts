import { translate } from '@docusaurus/Translate';
import type { Debrief } from '../../model/contract';

/** Points, 100 in all. */
const CAUSE = 40;
const FIXED = 40;
const TIME = 20;

/** What each measurement costs that finds the promise broken; the first shows how things are, and is free. */
const MISSED = 5;

/** Min of the machine’s time; later it is worth half, and nothing after twice that. */
const SOON = 10;

/** What somebody did in a call. */
export interface Course {
  /** The suspects that were named, in this order. */
  named: readonly string[];
  /** Measurements that found the promise broken. */
  missed: number;
  /** When the promise was found kept, in s since the call; missing: never. */
  repaired?: number;
}

type Line = Debrief['score'][number];

function causeLine({ named }: Course, fault: string): Line {
  const name = 'cause';
  const isRight = named.at(-1) === fault;
  if (isRight && named.length === 1) {
    const said = translate({ id: 'incident.linux.cause.right', message: 'You named it at once.' });
    return { name, got: CAUSE, most: CAUSE, said };
  }
  if (isRight) {
    const said = translate({ id: 'incident.linux.cause.later', message: 'You named it, but something else first.' });
    return { name, got: CAUSE / 2, most: CAUSE, said };
  }
  const said =
    named.length > 0
      ? translate({ id: 'incident.linux.cause.wrong', message: 'The cause is a different one.' })
      : translate({ id: 'incident.linux.cause.none', message: 'You never said what you think it is.' });
  return { name, got: 0, most: CAUSE, said };
}

function fixLine({ missed, repaired }: Course): Line {
  const name = 'fix';
  if (repaired === undefined) {
    const said = translate({ id: 'incident.linux.fix.none', message: 'No measurement found the promise kept.' });
    return { name, got: 0, most: FIXED, said };
  }
  const got = Math.max(FIXED - MISSED * Math.max(missed - 1, 0), 0);
  const said = translate(
    { id: 'incident.linux.fix.measured', message: 'The promise is kept. Measurements that found it broken: {missed}.' },
    { missed },
  );
  return { name, got, most: FIXED, said };
}

function timeLine({ repaired }: Course): Line {
  const name = 'time';
  if (repaired === undefined) {
    const said = translate({ id: 'incident.linux.time.never', message: 'Users are still waiting.' });
    return { name, got: 0, most: TIME, said };
  }
  const minutes = repaired / 60;
  const got = minutes <= SOON ? TIME : minutes <= 2 * SOON ? TIME / 2 : 0;
  const said = translate(
    { id: 'incident.linux.time', message: 'Repaired {minutes} min after the call.' },
    { minutes: Math.ceil(minutes) },
  );
  return { name, got, most: TIME, said };
}

/** What a call on Linux was worth, line by line. */
export function gradeOf(course: Course, fault: string): Pick<Debrief, 'points' | 'score'> {
  const score = [causeLine(course, fault), fixLine(course), timeLine(course)];
  return { points: score.reduce((sum, { got }) => sum + got, 0), score };
}
