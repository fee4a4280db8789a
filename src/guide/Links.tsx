import Link from '@docusaurus/Link';
import type { ReactNode } from 'react';
import { Row } from '../ui/layout';
import css from './list.module.css';

interface LinksProps {
  links: readonly { url: string; title: string }[];
}

/** Where to read more, in a row. */
export const Links = ({ links }: LinksProps): ReactNode => (
  <Row as="ul" gap={5} className={css.links}>
    {links.map(({ url, title }) => (
      <li key={url}>
        <Link to={url}>{title}</Link>
      </li>
    ))}
  </Row>
);
