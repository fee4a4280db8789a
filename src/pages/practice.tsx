import { translate } from '@docusaurus/Translate';
import Practice from '@site/src/practice/review/Practice';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';

/** Where readers are asked what they have read. */
export default function PracticePage(): ReactNode {
  return (
    <Layout
      title={translate({ id: 'practice.page.title', message: 'Practice' })}
      description={translate({
        id: 'practice.page.description',
        message:
          'Questions about TCP performance, one at a time, brought back before you forget them. The models draw new values and mark your answers.',
      })}
    >
      <Practice />
    </Layout>
  );
}
