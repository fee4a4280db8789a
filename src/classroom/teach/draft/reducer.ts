import { blankDraft } from './blank';
import { freshId } from './fresh';
import { type Path, put, written } from './path';
import type { Draft, Question } from './types';

export interface Snapshot {
  draft: Draft;
  /** A number for each question, its own for as long as it is there: ids may be edited. */
  keys: number[];
}

export interface Step extends Snapshot {
  /** What came after it: changes of one kind at one place, such as the letters of a word, are one step back. */
  change: string;
  /** The question that was deleted then, for the line that offers it back. */
  deleted?: string;
}

export interface State extends Snapshot {
  /** The question that is unfolded. */
  open?: number;
  past: Step[];
}

export type Action =
  | { type: 'load'; draft: Draft }
  | { type: 'put'; path: Path; value: Parameters<typeof put>[2] }
  | { type: 'add'; question: Question }
  | { type: 'duplicate'; place: number }
  | { type: 'move'; from: number; to: number }
  | { type: 'delete'; place: number }
  | { type: 'open'; key: number | undefined }
  | { type: 'undo' };

/** Steps that can be taken back. */
const MOST = 100;

const keysFor = ({ questions }: Draft): number[] => questions.map((_, place) => place);

export const begin = (draft: Draft = blankDraft()): State => ({ draft, keys: keysFor(draft), past: [] });

const inserted = <T>(list: readonly T[], place: number, each: T): T[] => [
  ...list.slice(0, place),
  each,
  ...list.slice(place),
];

const without = <T>(list: readonly T[], place: number): T[] => list.filter((_, index) => index !== place);

const ids = ({ questions }: Draft): string[] => questions.map(({ id }) => id);

/** The state after a change, with the way back. */
function changed(state: State, change: string, fresh: Partial<State>, deleted?: string): State {
  const { draft, keys, past } = state;
  const isSame = change !== '' && past.at(-1)?.change === change;
  const step: Step = { draft, keys, change, ...(deleted !== undefined && { deleted }) };
  return { ...state, ...fresh, past: isSame ? past : [...past, step].slice(-MOST) };
}

/** With a question at a place, unfolded. */
function withQuestion(state: State, place: number, question: Question): State {
  const { draft, keys, past } = state;
  // Not the key of a question that undoing may bring back.
  const key = Math.max(-1, ...keys, ...past.flatMap((step) => step.keys)) + 1;
  return changed(state, '', {
    draft: { ...draft, questions: inserted(draft.questions, place, question) },
    keys: inserted(keys, place, key),
    open: key,
  });
}

export function reduce(state: State, action: Action): State {
  const { draft, keys, past } = state;
  const { questions } = draft;
  switch (action.type) {
    case 'load': {
      if (action.draft === draft) return state;
      // What nobody has written to needs no way back.
      if (past.length === 0 && questions.length === 0) return begin(action.draft);
      return changed(state, '', { draft: action.draft, keys: keysFor(action.draft), open: undefined });
    }
    case 'put':
      return changed(state, `put ${written(action.path)}`, { draft: put(draft, action.path, action.value) as Draft });
    case 'add':
      return withQuestion(state, questions.length, action.question);
    case 'duplicate': {
      const question = questions[action.place];
      if (!question) return state;
      const base = question.id.replace(/-\d+$/, '');
      return withQuestion(state, action.place + 1, { ...question, id: freshId(base, ids(draft)) });
    }
    case 'move': {
      const { from, to } = action;
      const [question, key] = [questions[from], keys[from]];
      if (!question || key === undefined || to < 0 || to >= questions.length) return state;
      return changed(state, `move ${key}`, {
        draft: { ...draft, questions: inserted(without(questions, from), to, question) },
        keys: inserted(without(keys, from), to, key),
      });
    }
    case 'delete': {
      const question = questions[action.place];
      if (!question) return state;
      const fresh = {
        draft: { ...draft, questions: without(questions, action.place) },
        keys: without(keys, action.place),
      };
      return changed(state, '', fresh, question.id);
    }
    case 'open':
      return { ...state, open: action.key };
    case 'undo': {
      const step = past.at(-1);
      return step ? { ...state, draft: step.draft, keys: step.keys, past: past.slice(0, -1) } : state;
    }
  }
}
