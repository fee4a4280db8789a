import Link from '@docusaurus/Link';
import type { ReactNode } from 'react';
import type { Chapter } from '../../model/gallery';

/** The chapters that show a figure. */
export function ChapterLinks({ chapters }: { chapters: readonly Chapter[] }): ReactNode {
  return (
    <ul>
      {chapters.map(({ title, url }) => (
        <li key={url}>
          <Link to={url}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}
