import * as crossFrame from 'scorm-again/cross-frame-api';

/** How far a student is. */
export interface Progress {
  /** Undefined: the teacher marks. */
  points: number | undefined;
  possible: number;
  complete: boolean;
}

/** Of SCORM 1.2's run-time API what is needed here (Run-Time Environment §3.3). */
interface Api {
  LMSSetValue(name: string, value: string): string;
  LMSCommit(nothing: ''): string;
}

// Its types name another export than its modules have, and do not say that it answers to any method's name.
const { CrossFrameAPI } = crossFrame as unknown as { CrossFrameAPI: new (origin: string) => Api };

/**
 * Tells the learning management system whose page of `origin` shows this one how far the student is: the score as a
 * share of 100, which is what SCORM 1.2 takes, and the status.
 */
export function reportTo(origin: string): (progress: Progress) => void {
  const api = new CrossFrameAPI(origin);
  return ({ points, possible, complete }) => {
    if (points !== undefined && possible > 0) {
      api.LMSSetValue('cmi.core.score.min', '0');
      api.LMSSetValue('cmi.core.score.max', '100');
      api.LMSSetValue('cmi.core.score.raw', String(Math.round((1e4 * points) / possible) / 100));
    }
    api.LMSSetValue('cmi.core.lesson_status', complete ? 'completed' : 'incomplete');
    // Anyone who leaves before the end may go on where they were.
    api.LMSSetValue('cmi.core.exit', complete ? '' : 'suspend');
    api.LMSCommit('');
  };
}
