import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Original from '@theme-original/Layout';
import type { ComponentProps, ReactNode } from 'react';

/** The search page comes without a main landmark; a screen reader needs one to jump to. */
export default function Layout({ children, ...props }: ComponentProps<typeof Original>): ReactNode {
  const { pathname } = useLocation();
  const isSearch = useBaseUrl('/search/') === pathname;
  return <Original {...props}>{isSearch ? <main>{children}</main> : children}</Original>;
}
