import { translate } from '@docusaurus/Translate';
import Yours from '@site/src/yours/Yours';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';

/** Where readers bring captures of their own. */
export default function YoursPage(): ReactNode {
  return (
    <Layout
      title={translate({ id: 'yours.page.title', message: 'Your connection' })}
      description={translate({
        id: 'yours.page.description',
        message:
          'What limits your TCP connection? Drop a capture: it is read in your browser, and nothing is uploaded. Each limit is shown with its evidence.',
      })}
    >
      <Yours />
    </Layout>
  );
}
