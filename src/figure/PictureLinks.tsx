import { useAllDocsData } from '@docusaurus/plugin-content-docs/client';
import Link from '@docusaurus/Link';
import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { PictureLink } from '../views/view';
import css from './Picture.module.css';

/** Places of a picture that lead to a chapter, as links that lie over it. */
export function PictureLinks({ links }: { links: readonly PictureLink[] }): ReactNode {
  const version = useAllDocsData().default?.versions[0];
  return links.map(({ doc, label, plot: { left, top, right, bottom } }) => {
    const page = version?.docs.find(({ id }) => id === doc);
    return (
      page && (
        <Link
          key={label}
          className={css.link}
          style={{ left, top, width: right - left, height: bottom - top }}
          to={page.path}
          aria-label={translate({ id: 'figure.link', message: '{label}: chapter' }, { label })}
        />
      )
    );
  });
}
