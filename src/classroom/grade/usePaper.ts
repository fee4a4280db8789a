import { useEffect, useState } from 'react';
import type { Desk } from '../useDesk';
import type { Codes, Paper } from '../../model/contract';

interface Whose {
  desk: Desk;
  assignment: string | undefined;
  student: string | undefined;
  /** In which its paths were drawn, of a proctored assignment. */
  session: string | undefined;
}

/** What a student was asked; undefined while that is not known, and where there is no student. */
export function usePaper({ desk, assignment, student, session }: Whose): Paper | undefined {
  const [found, setFound] = useState<{ of: string; paper: Paper }>();
  useEffect(() => {
    if (assignment === undefined || !student) return undefined;
    const abort = new AbortController();
    const codeOf = async (): Promise<string> => {
      if (!session) return '';
      const { codes } = await desk.ask<Codes>('codes', { assignment }, abort.signal);
      return codes.find((each) => each.session === session)?.code ?? '';
    };
    codeOf()
      .then((code) => desk.paper(assignment, student, abort.signal, code))
      .then(
        (paper) => setFound({ of: student, paper }),
        () => undefined, // the marks stand without it
      );
    return () => abort.abort();
  }, [desk, assignment, student, session]);
  return found?.of === student ? found?.paper : undefined;
}
