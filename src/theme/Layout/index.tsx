import Head from '@docusaurus/Head';
import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Original from '@theme-original/Layout';
import type { ComponentProps, ReactNode } from 'react';
import text from '../../ui/css/fonts/text.woff2';
import ui from '../../ui/css/fonts/ui.woff2';

/** The fonts of the first lines come with the style sheet that asks for them. The search page comes without a main landmark; a screen reader needs one to jump to. */
export default function Layout({ children, ...props }: ComponentProps<typeof Original>): ReactNode {
  const { pathname } = useLocation();
  const isSearch = useBaseUrl('/search/') === pathname;
  return (
    <>
      <Head>
        {[text, ui].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
      </Head>
      <Original {...props}>{isSearch ? <main className="search-page">{children}</main> : children}</Original>
    </>
  );
}
