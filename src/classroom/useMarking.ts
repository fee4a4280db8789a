import { usePluginData } from '@docusaurus/useGlobalData';
import { useCallback } from 'react';
import type { Answer, Mark } from '../model/contract';
import { askOnce, STUDENTS } from '../runtime';
import type { RuntimeUrls } from '../runtime/types';
import { useDesk } from './useDesk';

export type Marking = (question: string, answer: Answer, signal: AbortSignal) => Promise<Mark>;

/** Marks an answer of a student: code runs in a sandbox first, the models then say what it is worth. */
export function useMarking(assignment: string, student: string, code = ''): Marking {
  const { desk } = useDesk();
  const { runtime: urls } = usePluginData('inflight') as { runtime: RuntimeUrls };
  return useCallback(
    async (question, answer, signal) => {
      const asked = { assignment, student, question, answer, code };
      const runs = await desk.runs(asked, signal);
      const traces = runs.length > 0 ? await askOnce(urls, STUDENTS, 'decisions', runs, signal) : undefined;
      return desk.check({ ...asked, traces }, signal);
    },
    [desk, urls, assignment, student, code],
  );
}
