import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import type { Loaded } from './useMore';
import { Waiting } from './Waiting';

/** The experiment's own file, as it runs in the page. */
export function PythonSource({ file, more }: { file: string; more: Loaded }): ReactNode {
  if (more.state !== 'ready') return <Waiting more={more} />;
  return (
    <CodeBlock language="python" title={file}>
      {more.more.source.trimEnd()}
    </CodeBlock>
  );
}
