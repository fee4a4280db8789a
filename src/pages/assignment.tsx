import Head from '@docusaurus/Head';
import { PageMetadata } from '@docusaurus/theme-common';
import { translate } from '@docusaurus/Translate';
import Assignment from '@site/src/classroom/assignment/Assignment';
import { ChooseTheme } from '@site/src/figure/embed/ChooseTheme';
import Layout from '@theme/Layout';
import LayoutProvider from '@theme/Layout/Provider';
import { type ReactNode, useSyncExternalStore } from 'react';

/** Is the page to stand in somebody else's, without the site's frame? */
function useEmbedded(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => new URLSearchParams(window.location.search).has('embed'),
    () => false,
  );
}

export default function AssignmentPage(): ReactNode {
  const title = translate({ id: 'assignment.title', message: 'Assignments' });
  const description = translate({
    id: 'assignment.description',
    message:
      'Take an assignment: you get your own numbers, your answers stay in this browser, and you hand in one file.',
  });
  const isEmbedded = useEmbedded();
  if (isEmbedded)
    return (
      <LayoutProvider>
        <PageMetadata title={title} description={description} />
        <Head>
          <meta name="robots" content="noindex" />
        </Head>
        <Assignment isEmbedded />
      </LayoutProvider>
    );
  return (
    <Layout title={title} description={description}>
      <ChooseTheme />
      <Assignment />
    </Layout>
  );
}
