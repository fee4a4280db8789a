import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { refusal } from './messages';
import type { BadValue } from './urlState';
import type { Figure } from './useExperiment';
import css from './Notices.module.css';
import tool from './Tool.module.css';

function sayBad({ name, given, parameter }: BadValue): string {
  if (parameter) return refusal(parameter, given);
  if (name === 'seed')
    return translate(
      { id: 'figure.link.seed', message: 'seed = {given}: allowed is a whole number from 0.' },
      { given },
    );
  return translate({ id: 'figure.link.unknown', message: 'This figure has no parameter “{name}”.' }, { name });
}

/** What went wrong and what stands instead. */
export function Notices({ figure: { state, status, reset } }: { figure: Figure }): ReactNode {
  const failure = status.state === 'failed' ? undefined : state.failure;
  return (
    <>
      {state.refused.length > 0 && (
        <div className={css.notice} role="status">
          <p>
            <Translate id="figure.link.bad">
              Some values in the link cannot be used; the usual ones stand instead.
            </Translate>
          </p>
          <ul>
            {state.refused.map((value) => (
              <li key={value.name}>{sayBad(value)}</li>
            ))}
          </ul>
        </div>
      )}
      {failure !== undefined && (
        <div className={css.notice} role="alert">
          <p>{failure}</p>
          <button type="button" className={tool.tool} onClick={reset}>
            <Translate id="figure.reset">Reset</Translate>
          </button>
        </div>
      )}
      {status.state === 'failed' && (
        <div className={css.notice} role="alert">
          <p>
            <Translate id="figure.runtime.failed" values={{ reason: status.reason }}>
              {'The model cannot run here ({reason}). The picture shows the last run there is.'}
            </Translate>
          </p>
        </div>
      )}
    </>
  );
}
