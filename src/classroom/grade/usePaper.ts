import { useEffect, useState } from 'react';
import type { Desk } from '../useDesk';
import type { Paper } from '../../model/contract';

/** What a student was asked; undefined while that is not known, and where there is no student. */
export function usePaper(desk: Desk, assignment: string | undefined, student: string | undefined): Paper | undefined {
  const [found, setFound] = useState<{ of: string; paper: Paper }>();
  useEffect(() => {
    if (assignment === undefined || !student) return undefined;
    const abort = new AbortController();
    desk.paper(assignment, student, abort.signal).then(
      (paper) => setFound({ of: student, paper }),
      () => undefined, // the marks stand without it
    );
    return () => abort.abort();
  }, [desk, assignment, student]);
  return found?.of === student ? found?.paper : undefined;
}
