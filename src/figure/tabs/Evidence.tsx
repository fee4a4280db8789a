import Translate from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Experiment } from '../../model/contract';
import type { StoredComparison } from '../../model/types';
import { USUAL } from '../../model/kernels';
import { lanesOf } from '../views';
import { KernelPicture } from './KernelPicture';
import { Metrics } from './Metrics';
import { OnLinux, type OnLinuxProps } from './OnLinux';
import { Sources } from './Sources';
import type { Loaded } from './useMore';
import { Waiting } from './Waiting';
import { Field } from '../../ui/Field';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';

/** Its name is no heading: the outline of the page is the chapter's. */
const Part = ({ name, children }: { name: ReactNode; children: ReactNode }): ReactNode => (
  <Stack as="section" isFilled gap={3}>
    <Text isStrong>{name}</Text>
    {children}
  </Stack>
);

function Recordings({
  experiment,
  kernel,
}: {
  experiment: Experiment;
  kernel: readonly StoredComparison[];
}): ReactNode {
  const [chosen, setChosen] = useState(0);
  const comparison = kernel[chosen];
  if (!comparison) return null;
  return (
    <Part name={<Translate id="figure.evidence.kernel">The model next to a real kernel</Translate>}>
      {kernel.length > 1 && (
        <Field label={<Translate id="figure.evidence.recording">Recording:</Translate>}>
          <select value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
            {kernel.map(({ name, setting }, index) => (
              <option key={name} value={index}>
                {setting}
              </option>
            ))}
          </select>
        </Field>
      )}
      <KernelPicture lanes={lanesOf(experiment)} comparison={comparison} />
      <Metrics comparison={comparison} />
      <small>
        <Translate id="figure.evidence.file" values={{ kernel: USUAL, file: <code>{comparison.name}.json</code> }}>
          {'Recorded on Linux {kernel}: {file} in the book’s tests.'}
        </Translate>
      </small>
    </Part>
  );
}

interface EvidenceProps {
  more: Loaded;
  onLinux: OnLinuxProps;
}

/** What the model leaves out, where its rules come from, and how far it is from what Linux did and does. */
export function Evidence({ more, onLinux }: EvidenceProps): ReactNode {
  const { experiment, plan } = onLinux;
  return (
    <Stack isFilled gap={5}>
      <Part name={<Translate id="figure.evidence.without">What the model leaves out</Translate>}>
        <p>{experiment.leaves_out}</p>
      </Part>
      <Part name={<Translate id="figure.evidence.sources">Sources</Translate>}>
        <Sources sources={experiment.sources} />
      </Part>
      {more.state === 'ready' ? (
        <Recordings experiment={experiment} kernel={more.more.kernel} />
      ) : (
        <Waiting more={more} />
      )}
      {typeof plan !== 'string' && (
        <Part name={<Translate id="figure.evidence.onLinux">This setting next to a kernel in your browser</Translate>}>
          <OnLinux {...onLinux} />
        </Part>
      )}
    </Stack>
  );
}
