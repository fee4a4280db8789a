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
          'Build an assignment from interactive figures about TCP: each student gets different values, and the models do the marking.',
      })}
    >
      <Teach />
    </Layout>
  );
}
