import DocLink from '@docusaurus/Link';
import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { ToolOutput as Data } from '../../model/reading';
import { Annotated } from './Annotated';
import type { Words } from './Meaning';

const wordsNow = (): Words => ({
  output: (title) => translate({ id: 'output.label', message: 'Output: {title}' }, { title }),
  hint: translate({
    id: 'output.hint',
    message: 'Point at an underlined field, tap it, or step through the fields with the arrow keys.',
  }),
  worry: translate({ id: 'output.worry', message: 'When to worry:' }),
  all: (count) =>
    count === 1
      ? translate({ id: 'output.one', message: 'The field as a list' })
      : translate({ id: 'output.all', message: 'All {count} fields as a list' }, { count: String(count) }),
  // A figure may be called as its chapter is.
  link: ({ to, label }) => (
    <DocLink to={to}>
      {to.includes('/figures/') ? translate({ id: 'output.figure', message: 'Figure: {label}' }, { label }) : label}
    </DocLink>
  ),
});

/** An output of docs/outputs: `import ss from '@reading/ss.json'`, then `<ToolOutput data={ss['bulk-sender']} />`. */
export default function ToolOutput({ data }: { data: Data | undefined }): ReactNode {
  if (!data) throw new Error('<ToolOutput>: docs/outputs has no such output');
  return <Annotated output={data} words={wordsNow()} />;
}
