import type { ReactNode } from 'react';
import { GoalList } from './GoalList';
import { NumberInput } from './NumberInput';
import type { QuestionProps } from './props';

/** A number in the unit that is asked for. */
export default function Numeric({ question, answer, onAnswer, ...field }: QuestionProps<'numeric'>): ReactNode {
  const { goals, unit, tolerance } = question;
  return (
    <>
      <GoalList goals={goals} />
      <NumberInput {...{ answer, unit, tolerance }} {...field} onNumber={onAnswer} />
    </>
  );
}
