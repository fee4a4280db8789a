import { translate } from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
import Teach from '../classroom/teach/Teach';

export default function TeachPage(): ReactNode {
  return (
    <Layout
      title={translate({ id: 'teach.page.title', message: 'Build an assignment' })}
      description={translate({
        id: 'teach.page.description',
        message:
          'Compose an assignment from interactive figures of TCP: each student gets other values, and the models mark.',
      })}
    >
      <Teach />
    </Layout>
  );
}
