import Translate from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import type { Comparison, Experiment } from '../../../model/types';
import { KernelPicture } from './KernelPicture';
import { Metrics } from './Metrics';
import type { Loaded } from './useMore';
import { Waiting } from './Waiting';
import css from './Tabs.module.css';

function Recordings({ experiment, kernel }: { experiment: Experiment; kernel: readonly Comparison[] }): ReactNode {
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
            className={css.select}
            value={chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {kernel.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      <KernelPicture lanes={experiment.lanes} comparison={comparison} />
      <Metrics comparison={comparison} />
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
      <ul className={css.sources}>
        {experiment.sources.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ul>
      {more.state === 'ready' ? (
        <Recordings experiment={experiment} kernel={more.more.kernel} />
      ) : (
        <Waiting more={more} />
      )}
    </>
  );
}
