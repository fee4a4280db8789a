import { translate } from '@docusaurus/Translate';
import Progress from '@site/src/progress/ProgressPage';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';

/** What a reader has read, bet on, answered and kept. */
export default function ProgressPage(): ReactNode {
  return (
    <Layout
      title={translate({ id: 'progress.title', message: 'Progress' })}
      description={translate({
        id: 'progress.description',
        message:
          'What you’ve read, bet on, answered and remembered, by chapter and by concept, counted in your browser.',
      })}
    >
      <Progress />
    </Layout>
  );
}
