import Translate from '@docusaurus/Translate';
import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import { Stack } from '../../ui/layout';
import type { Loaded } from './useMore';
import { Waiting } from './Waiting';

/** The experiment's own file, as it runs in the page. */
export function PythonSource({ id, file, more }: { id: string; file: string; more: Loaded }): ReactNode {
  if (more.state !== 'ready') return <Waiting more={more} />;
  return (
    <Stack isFilled>
      <CodeBlock language="python" title={`simulations/${file}`}>
        {more.more.source.trimEnd()}
      </CodeBlock>
      <p>
        <Translate id="figure.python.run" values={{ folder: <code>simulations</code> }}>
          {'To run it on the command line, in the book’s {folder} folder:'}
        </Translate>
      </p>
      <CodeBlock language="bash">{`python3 -m inflight run ${id}`}</CodeBlock>
    </Stack>
  );
}
