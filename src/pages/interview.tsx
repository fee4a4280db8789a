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
          'A mock interview on TCP performance of 30, 45 or 60 minutes: timed questions, model answers for three levels, and what to read.',
      })}
    >
      <Interview />
    </Layout>
  );
}
