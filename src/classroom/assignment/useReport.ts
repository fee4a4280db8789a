import { useCallback, useRef } from 'react';
import type { Report } from './report';

/**
 * Tells the page around this one how far the student is, whenever that changes, if it is of the origin `named` by the
 * assignment: anybody may put this page into a frame. `lms`: the origin of a learning management system that says that
 * its page is there; it is told in the words of SCORM, too, under the same condition.
 */
export function useReport(named: string, lms: string): (report: Report) => void {
  const last = useRef('');
  const toLms = useRef<Promise<(report: Report) => void>>(undefined);
  return useCallback(
    (report) => {
      const text = JSON.stringify(report);
      if (!named || window.parent === window || text === last.current) return;
      last.current = text;
      window.parent.postMessage(report, named);
      if (lms !== named) return;
      toLms.current ??= import('../scorm/report').then(({ reportTo }) => reportTo(lms));
      void toLms.current.then((tell) => tell(report));
    },
    [named, lms],
  );
}
