import Head from '@docusaurus/Head';
import Link from '@docusaurus/Link';
import { PageMetadata } from '@docusaurus/theme-common';
import Translate from '@docusaurus/Translate';
import LayoutProvider from '@theme/Layout/Provider';
import clsx from 'clsx';
import { type ReactNode, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Prerendered } from '../../model/types';
import Experiment from '../Experiment';
import { Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { ChooseTheme } from './ChooseTheme';
import { useHeight } from './useHeight';
import { readWanted, type Unknown } from './wanted';
import unseen from '../../ui/unseen.module.css';
import css from './Embed.module.css';

/** What follows the ? in the address; nothing while the page is built. */
function useSearch(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => window.location.search,
    () => '',
  );
}

function Problems({ unknown }: { unknown: readonly Unknown[] }): ReactNode {
  if (unknown.length === 0) return null;
  return (
    <Notice as="ul" tone="partly">
      {unknown.map(({ key, given, allowed }) => (
        <li key={`${key} ${given}`}>
          <Translate id="embed.unknown" values={{ key, given, allowed: allowed.join(', ') }}>
            {'{key} = {given} means nothing to this figure. Allowed: {allowed}.'}
          </Translate>
        </li>
      ))}
    </Notice>
  );
}

/** A figure alone on a page, for an iframe in somebody else's. */
export default function Embed({ data }: { data: Prerendered }): ReactNode {
  const { experiment } = data;
  const { id, title, question } = experiment;
  const main = useRef<HTMLElement>(null);
  const search = useSearch();
  const { locked, hidden, unknown } = useMemo(() => readWanted(search, experiment), [search, experiment]);
  useHeight(main, id);
  return (
    <LayoutProvider>
      <PageMetadata title={title} description={question} />
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <ChooseTheme />
      <Stack as="main" ref={main} gap={3} isFilled className={clsx('ui', css.page)}>
        <h1 className={unseen.unseen}>{title}</h1>
        <Problems unknown={unknown} />
        <Experiment id={id} data={data} locked={locked} hidden={hidden} toOwnPage />
        <Text size="note" tone="soft" className={css.from}>
          <Translate
            id="embed.from"
            values={{
              book: (
                <Link to={`/figures/${id}/`} target="_blank" rel="noopener">
                  In Flight
                </Link>
              ),
            }}
          >
            {'From {book}, TCP performance you can drag.'}
          </Translate>
        </Text>
      </Stack>
    </LayoutProvider>
  );
}
