import { translate } from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
import Interview from '../interview/Interview';

export default function InterviewPage(): ReactNode {
  return (
    <Layout
      title={translate({ id: 'interview.page.title', message: 'Mock interview' })}
      description={translate({
        id: 'interview.page.description',
        message:
          'A mock interview on TCP performance, 30, 45 or 60 minutes long: timed questions, model answers at three levels, and what to read.',
      })}
    >
      <Interview />
    </Layout>
  );
}
