import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import css from './Contents.module.css';

export interface Section {
  id: string;
  /** As HTML, which the build made of the heading. */
  value: string;
}

export const sayContents = (): string => translate({ id: 'contents', message: 'In this chapter' });

/** The heading of a section, as a link to it. */
export const ToSection = ({ id, value, isRead }: Section & { isRead: boolean }): ReactNode => (
  <a
    className={css.section}
    href={`#${id}`}
    aria-current={isRead ? 'location' : undefined}
    dangerouslySetInnerHTML={{ __html: value }}
  />
);

/** The sections of a chapter where there is no room for the rail: folded, above the text. */
export const Contents = ({ sections }: { sections: readonly Section[] }): ReactNode => (
  <details className={`ui ${css.folded}`} data-only="screen">
    <summary>{sayContents()}</summary>
    <nav aria-label={sayContents()}>
      <ol>
        {sections.map((each) => (
          <li key={each.id}>
            <ToSection {...each} isRead={false} />
          </li>
        ))}
      </ol>
    </nav>
  </details>
);
