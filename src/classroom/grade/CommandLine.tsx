import Translate from '@docusaurus/Translate';
import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import { Stack } from '../../ui/layout';

/** A file's name as a shell takes it for one word. */
export const quoted = (name: string): string => (/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`);

/** The command that does the same as this page. */
export function CommandLine({ assignment, hasHand }: { assignment: string; hasHand: boolean }): ReactNode {
  const hand = hasHand ? ' --by-hand by-hand.csv' : '';
  return (
    <Stack gap={3} isFilled>
      <small>
        <Translate id="grade.command">The same on the command line, with the same marks:</Translate>
      </small>
      <CodeBlock language="bash">
        {`inflight grade submissions/ --assignment ${quoted(assignment)}${hand} --csv grades.csv`}
      </CodeBlock>
    </Stack>
  );
}
