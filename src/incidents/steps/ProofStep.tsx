import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Marked } from '../../ui/Marked';
import { looked } from './progress';
import type { StepProps } from './step';

/** What a hypothesis still needs. */
export function ProofStep({ call: { entries, standing } }: StepProps): ReactNode {
  const { outputs, machines } = looked(entries);
  return (
    <>
      {standing.cause && (
        <p>
          <Translate
            id="incident.proof.if"
            values={{
              cause: (
                <b>
                  <Marked text={standing.cause.cause} />
                </b>
              ),
            }}
          >
            {
              'If this is it: {cause}. What would the tools show then, on which machine, and what would they show if it were something else?'
            }
          </Translate>
        </p>
      )}
      <p>
        <Translate id="incident.proof.about">
          Run the command that shows it, before you fix anything. What gives the cause away must have been on your
          screen; otherwise it was a guess, however right.
        </Translate>
      </p>
      <p>
        {translate(
          { id: 'incident.proof.looked', message: 'Outputs so far: {outputs}. Machines: {machines}.' },
          { outputs, machines },
        )}
      </p>
    </>
  );
}
