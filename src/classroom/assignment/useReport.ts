import { useCallback, useRef } from 'react';
import type { Report } from './report';

/**
 * Tells the page around this one how far the student is, whenever that changes; and the learning management system, if
 * its page of the origin `lms` shows this one.
 */
export function useReport(lms: string): (report: Report) => void {
  const last = useRef('');
  const toLms = useRef<Promise<(report: Report) => void>>(undefined);
  return useCallback(
    (report) => {
      const text = JSON.stringify(report);
      if (window.parent === window || text === last.current) return;
      last.current = text;
      // Whoever embeds the page has chosen the student's id; answers are not in it.
      window.parent.postMessage(report, '*');
      if (!lms) return;
      toLms.current ??= import('../scorm/report').then(({ reportTo }) => reportTo(lms));
      void toLms.current.then((tell) => tell(report));
    },
    [lms],
  );
}
