import Translate from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import type { Experiment } from '../../model/contract';
import type { StoredComparison } from '../../model/types';
import { lanesOf } from '../views';
import { KernelPicture } from './KernelPicture';
import { Metrics } from './Metrics';
import { Sources } from './Sources';
import type { Loaded } from './useMore';
import { Waiting } from './Waiting';
import select from '../select.module.css';
import css from './Tabs.module.css';

function Recordings({
  experiment,
  kernel,
}: {
  experiment: Experiment;
  kernel: readonly StoredComparison[];
}): ReactNode {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const comparison = kernel[chosen];
  if (!comparison) return null;
  return (
    <section>
      <p className={css.heading}>
        <Translate id="figure.evidence.kernel">The model beside a real kernel</Translate>
      </p>
      {kernel.length > 1 && (
        <p>
          <label htmlFor={id}>
            <Translate id="figure.evidence.recording">Recording:</Translate>
          </label>{' '}
          <select
            id={id}
            className={select.select}
            value={chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {kernel.map(({ name, setting }, index) => (
              <option key={name} value={index}>
                {setting}
              </option>
            ))}
          </select>
        </p>
      )}
      <KernelPicture lanes={lanesOf(experiment)} comparison={comparison} />
      <Metrics comparison={comparison} />
      <p className={css.small}>
        <Translate id="figure.evidence.file" values={{ file: <code>{comparison.name}.json</code> }}>
          {'Recorded on Linux, the file {file} of the book’s tests.'}
        </Translate>
      </p>
    </section>
  );
}

/** What the model leaves out, where its rules come from, and how far it is from what Linux did. */
export function Evidence({ experiment, more }: { experiment: Experiment; more: Loaded }): ReactNode {
  return (
    <>
      <p className={css.heading}>
        <Translate id="figure.evidence.without">What the model leaves out</Translate>
      </p>
      <p>{experiment.leaves_out}</p>
      <p className={css.heading}>
        <Translate id="figure.evidence.sources">Sources</Translate>
      </p>
      <Sources sources={experiment.sources} />
      {more.state === 'ready' ? (
        <Recordings experiment={experiment} kernel={more.more.kernel} />
      ) : (
        <Waiting more={more} />
      )}
    </>
  );
}
