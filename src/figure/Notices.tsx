import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Experiment } from '../model/contract';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Panel';
import { refusal } from './messages';
import type { BadValue } from './urlState';
import type { Figure } from './useExperiment';
import { standing } from './views';

function sayLook(look: NonNullable<BadValue['look']>, experiment: Experiment): string {
  switch (look) {
    case 'kinds':
      return standing(experiment)
        .map((each) => each.name)
        .join(', ');
    case 'switch':
      return translate({ id: 'figure.allowed.flag', message: 'on or off' });
    case 'time':
      return translate({ id: 'figure.allowed.time', message: 'a number' });
  }
}

function sayBad({ name, given, parameter, look }: BadValue, experiment: Experiment): string {
  if (look)
    return translate(
      { id: 'figure.link.look', message: '{name} can’t be “{given}”. Allowed: {allowed}.' },
      { name, given, allowed: sayLook(look, experiment) },
    );
  if (parameter) return refusal(parameter, given);
  if (name === 'seed')
    return translate(
      { id: 'figure.link.seed', message: 'seed can’t be “{given}”. Allowed: a whole number, 0 or more.' },
      { given },
    );
  return translate({ id: 'figure.link.unknown', message: 'This figure has no parameter “{name}”.' }, { name });
}

interface NoticesProps {
  experiment: Experiment;
  figure: Figure;
  /** Is a failed run told here? Not where it is told beside the code that failed. */
  failures: boolean;
}

/** What went wrong and what stands instead. */
export function Notices({ experiment, figure: { state, status, reset }, failures }: NoticesProps): ReactNode {
  const failure = status.state === 'failed' || !failures ? undefined : state.failure;
  return (
    <>
      {state.refused.length > 0 && (
        <Notice as="div" tone="partly">
          <p>
            <Translate id="figure.link.bad">
              Some values in the link don’t work here, so the figure uses its defaults for them.
            </Translate>
          </p>
          <ul>
            {state.refused.map((value, index) => (
              <li key={index}>{sayBad(value, experiment)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {failure !== undefined && (
        <Notice as="div" tone="bad">
          <p>{failure}</p>
          <Button look="tool" onClick={reset}>
            <Translate id="figure.reset">Reset</Translate>
          </Button>
        </Notice>
      )}
      {status.state === 'failed' && (
        <Notice tone="bad">
          <Translate id="figure.runtime.failed" values={{ reason: status.reason }}>
            {'The model can’t run here ({reason}). The picture shows the last run.'}
          </Translate>
        </Notice>
      )}
    </>
  );
}
