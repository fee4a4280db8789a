import Translate from '@docusaurus/Translate';
import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import { Stack } from '../../ui/layout';
import type { Settling } from './rules';

/** A file's name as a shell takes it for one word. */
export const quoted = (name: string): string => (/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`);

interface CommandLineProps {
  assignment: string;
  hasHand: boolean;
  settling: Settling;
  /** By the assignment. */
  dueSaid: string;
}

/** The command that does the same as this page. */
export function CommandLine({ assignment, hasHand, settling, dueSaid }: CommandLineProps): ReactNode {
  const { due, reopened, counts } = settling;
  const options = [
    ...(hasHand ? ['--by-hand by-hand.csv'] : []),
    ...(due !== dueSaid && due !== '' ? [`--due ${due}`] : []),
    ...(reopened === 'count' ? ['--reopened count'] : []),
    ...counts.map((file) => `--counts ${quoted(`submissions/${file}`)}`),
  ].map((option) => ` ${option}`);
  return (
    <Stack gap={3} isFilled>
      <small>
        <Translate id="grade.command">The command line does the same, with the same marks:</Translate>
      </small>
      <CodeBlock language="bash">
        {`inflight grade submissions/ --assignment ${quoted(assignment)}${options.join('')} --csv grades.csv`}
      </CodeBlock>
    </Stack>
  );
}
