import { useDoc, useSidebarBreadcrumbs } from '@docusaurus/plugin-content-docs/client';
import type { Props } from '@theme/DocItem/Layout';
import DocItemContent from '@theme/DocItem/Content';
import DocItemPaginator from '@theme/DocItem/Paginator';
import { useReading } from '@site/src/practice/cards/useReading';
import { Text } from '@site/src/ui/Text';
import clsx from 'clsx';
import { type ReactNode, useRef } from 'react';
import css from './styles.module.css';

/** A chapter: one column of text with a margin for notes. No table of contents: the chapters are read from the top. */
export default function DocItemLayout({ children }: Props): ReactNode {
  const { metadata } = useDoc();
  const end = useRef<HTMLDivElement>(null);
  useReading(metadata.id, end);
  const part = useSidebarBreadcrumbs()?.find((item) => item.type === 'category');
  return (
    <div className={css.page}>
      <article className={css.article} data-doc={metadata.id}>
        {part && (
          <Text as="div" tone="accent" isStrong className={clsx('ui', css.part)}>
            {part.label}
          </Text>
        )}
        <DocItemContent>{children}</DocItemContent>
        <div ref={end} />
      </article>
      <DocItemPaginator />
    </div>
  );
}
