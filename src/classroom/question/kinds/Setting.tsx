import Translate from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { recordIn } from '../../answers';
import type { Experiment, Params, Value } from '../../../model/contract';
import { saySetting } from '../../../figure/messages';
import { matters } from '../../../figure/parameters';
import { Button } from '../../../ui/Button';
import { QuestionFigure } from '../QuestionFigure';
import { useFirst } from '../useFirst';
import { GoalList } from './GoalList';
import type { QuestionProps } from './props';

/** The figure itself: where its free controls stand is the answer. */
export default function Setting({ question, answer, onAnswer, isClosed }: QuestionProps<'setting'>): ReactNode {
  const { figure, free, goals } = question;
  const { first } = useFirst(figure.id, true);
  const experiment = first?.experiment;
  const names = Object.keys(figure.values);
  const given = valuesIn(answer, free, figure.values);
  const shown = { ...figure, locked: isClosed ? names : names.filter((name) => !free.includes(name)) };
  // Another tab may have moved it, or "start over" put it back.
  const [told, setTold] = useState(given);
  const [version, setVersion] = useState(0);
  if (!same(told, given)) {
    setTold(given);
    setVersion(version + 1);
  }
  function say(params: Params): void {
    const values = Object.fromEntries(free.map((name) => [name, params[name]!]));
    setTold(values);
    onAnswer(values);
  }
  function move(params: Params): void {
    const before = given ?? figure.values;
    if (free.some((name) => params[name] !== before[name])) say(params);
  }
  return (
    <>
      <GoalList goals={goals} />
      <QuestionFigure key={version} figure={shown} name={`answer-${question.id}`} moved={given} onMove={move} />
      <p role="status">
        {given ? (
          <>
            <Translate id="question.setting.answer">Your answer is what the figure is set to now:</Translate>{' '}
            <b>{experiment && sayAll(experiment, given, { ...figure.values, ...given })}</b>
          </>
        ) : (
          <>
            <Translate id="question.setting.none">You haven’t moved anything yet, so there is no answer.</Translate>{' '}
            {!isClosed && (
              <Button look="quiet" onClick={() => say(figure.values)}>
                <Translate id="question.setting.take">Use the values as they are</Translate>
              </Button>
            )}
          </>
        )}
      </p>
    </>
  );
}

function valuesIn(answer: unknown, free: readonly string[], defaults: Params): Params | undefined {
  const values = recordIn(answer);
  const isGood = (name: string): boolean => typeof values[name] === typeof defaults[name];
  return free.length > 0 && free.every(isGood)
    ? Object.fromEntries(free.map((name) => [name, values[name] as Value]))
    : undefined;
}

const same = (one: Params | undefined, other: Params | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const sayAll = ({ parameters }: Experiment, values: Params, all: Params): string =>
  parameters
    .filter((parameter) => parameter.name in values && matters(parameter, all))
    .map((parameter) => `${parameter.label} ${saySetting(parameter, values[parameter.name])}`)
    .join(' · ');
