import type { Json } from '../draft/path';
import { lean } from '../draft/file';
import { type Draft, SCHEMA } from '../draft/types';

/** Python stops at the first mistake of a file. So that all are seen, it is shown the head and each question by itself. */
export interface Piece {
  text: string;
  /** The question that it is; undefined: the head. */
  only?: number;
}

const NOTE = { id: 'a', kind: 'note', text: 'a' };

export function piecesOf(draft: Draft): Piece[] {
  const { questions, ...head } = lean(draft) as Record<string, Json> & { questions: Json[] };
  const alone = (question: Json): string =>
    JSON.stringify({
      schema: SCHEMA,
      id: 'a',
      title: 'a',
      key: 'a',
      secret: 'a',
      feedback: head.feedback === 'never' ? 'never' : 'after',
      questions: [question],
    });
  return [
    { text: JSON.stringify({ ...head, questions: [NOTE] }) },
    ...questions.map((question, only) => ({ text: alone(question), only })),
  ];
}
