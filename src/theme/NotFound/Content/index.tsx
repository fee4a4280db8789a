import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { Page } from '@site/src/ui/Page';
import { Text } from '@site/src/ui/Text';
import type { ReactNode } from 'react';
import css from './styles.module.css';

/** A page that is not there. */
export default function NotFoundContent(): ReactNode {
  return (
    <Page width="text" className={css.page}>
      <svg className={css.drawing} viewBox="0 0 400 90" aria-hidden="true">
        <path d="M0 18H400M0 58H250M330 58H400" />
        {[20, 70, 120, 170].map((x) => (
          <rect key={x} x={x} y={28} width={26} height={20} />
        ))}
        <rect className={css.lost} x={272} y={64} width={26} height={20} transform="rotate(24 285 74)" />
      </svg>
      <h1>
        <Translate id="notFound.title">This packet was dropped</Translate>
      </h1>
      <Text size="body">
        <Translate id="notFound.text">There’s no page at this address, and retransmitting won’t help.</Translate>
      </Text>
      <Text size="body">
        <Link to="/">
          <Translate id="notFound.home">See the map of the book</Translate>
        </Link>
      </Text>
    </Page>
  );
}
