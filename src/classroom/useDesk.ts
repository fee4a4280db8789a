import { useMemo } from 'react';
import { useRuntime } from '../figure/useRuntime';
import type { Answer, AssignmentHead, HandIn, Key, Mark, Needed, Paper, Row, Runs } from '../model/contract';
import type { Runtime, RuntimeStatus } from '../runtime/types';
import type { Traces, Work } from './types';

type Signal = AbortSignal | undefined;

/**
 * The questions that Python answers (`inflight/classroom/desk.py`); `assignment` is the text of a file. They reject with
 * a ParameterError whose message is for the reader where the input is at fault, and as `Runtime.ask` does otherwise.
 */
export interface Desk {
  assignment: (assignment: string, signal?: AbortSignal) => Promise<AssignmentHead>;
  /** `code`: of the session, where the assignment is proctored; without one the paths are for practice. */
  paper: (assignment: string, student: string, signal?: AbortSignal, code?: string) => Promise<Paper>;
  /** What the sandbox has to run before `check`. */
  runs: (asked: Omit<Checked, 'traces'>, signal?: AbortSignal) => Promise<Runs>;
  check: (asked: Checked, signal?: AbortSignal) => Promise<Mark>;
  key: (assignment: string, student: string, signal?: AbortSignal) => Promise<Key>;
  handIn: (asked: HandedIn, signal?: AbortSignal) => Promise<HandIn>;
  grade: (asked: Graded, signal?: AbortSignal) => Promise<Row>;
  /** Any other question, by the name that Python has for it. */
  ask: <T>(question: string, args: object, signal?: AbortSignal, onProgress?: (share: number) => void) => Promise<T>;
}

export interface Checked {
  assignment: string;
  student: string;
  question: string;
  answer: Answer;
  code?: string;
  /** What the sandbox came to. */
  traces?: Traces;
}

export interface HandedIn {
  assignment: string;
  student: string;
  name: string;
  work: Work;
  code?: string;
}

export interface Graded {
  assignment: string;
  /** Name and text of the submission. */
  file: string;
  text: string;
  /** What the sandbox came to, by question. */
  traces?: Record<string, Traces>;
}

/** A desk for the Python that `runtime` gives. */
export function deskOf(runtime: () => Runtime): Desk {
  const ask = <T>(question: string, args: object, signal: Signal, onProgress?: (share: number) => void): Promise<T> =>
    runtime().ask(question, args, signal, onProgress) as Promise<T>;
  return {
    assignment: (assignment, signal) => ask('assignment', { assignment }, signal),
    paper: (assignment, student, signal, code = '') => ask('paper', { assignment, student, code }, signal),
    runs: async (asked, signal) => (await ask<Needed>('runs', asked, signal)).runs,
    check: (asked, signal) => ask('check', asked, signal),
    key: (assignment, student, signal) => ask('key', { assignment, student }, signal),
    handIn: (asked, signal) => ask('hand_in', asked, signal),
    grade: (asked, signal) => ask('grade', asked, signal),
    ask,
  };
}

/** The classroom's desk of this page. Python comes when the first question is asked, or when the page has come to rest. */
export function useDesk(): { desk: Desk; status: RuntimeStatus; wake: () => void } {
  const { runtime, status, wake } = useRuntime(false);
  const desk = useMemo(() => deskOf(runtime), [runtime]);
  return { desk, status, wake };
}
