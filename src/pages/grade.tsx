import { translate } from '@docusaurus/Translate';
import Grade from '@site/src/classroom/grade/Grade';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';

/** Where teachers mark what was handed in. */
export default function GradePage(): ReactNode {
  return (
    <Layout
      title={translate({ id: 'grade.title', message: 'Marking' })}
      description={translate({
        id: 'grade.description',
        message:
          'Mark what your students handed in: the models replay every answer in your browser, and nothing is uploaded.',
      })}
    >
      <Grade />
    </Layout>
  );
}
