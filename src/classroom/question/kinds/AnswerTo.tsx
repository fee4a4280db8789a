import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { Answer, PaperQuestion } from '../../../model/contract';
import { Waiting } from '../Waiting';
import Choice from './Choice';
import Note from './Note';
import Numeric from './Numeric';
import Order from './Order';
import type { QuestionProps } from './props';
import Text from './Text';

/** Those that bring much with them are loaded when a paper has one. */
const LATER = {
  curve: () => import('./Curve'),
  setting: () => import('./Setting'),
  algorithm: () => import('./Algorithm'),
  incident: () => import('./Incident'),
  capture: () => import('./Capture'),
  lab: () => import('./Lab'),
};

/** A component for each kind. */
const KINDS = {
  note: Note,
  choice: Choice,
  numeric: Numeric,
  order: Order,
  text: Text,
  curve: lazy(LATER.curve),
  setting: lazy(LATER.setting),
  algorithm: lazy(LATER.algorithm),
  incident: lazy(LATER.incident),
  capture: lazy(LATER.capture),
  lab: lazy(LATER.lab),
};

/** Kinds that show the figure themselves. */
export const SHOWS_ITSELF: readonly string[] = ['curve', 'setting', 'algorithm'];

/** Is there enough of an answer to be marked? */
export function isWhole({ kind }: PaperQuestion, answer: Answer): boolean {
  if (answer === undefined) return false;
  if (kind !== 'incident') return true;
  const { cause, fix } = answer as Partial<Record<string, unknown>>;
  return Boolean(cause) && Boolean(fix);
}

/** Where a question is answered. */
export function AnswerTo(props: QuestionProps): ReactNode {
  const Kind = KINDS[props.question.kind] as ComponentType<QuestionProps>;
  return (
    <Suspense fallback={<Waiting failure={undefined} />}>
      <Kind {...props} />
    </Suspense>
  );
}

/** Loads what a kind needs before it is shown. */
export const preload = (kind: PaperQuestion['kind']): Promise<unknown> =>
  kind in LATER ? LATER[kind as keyof typeof LATER]() : Promise.resolve();
