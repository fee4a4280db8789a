import { useDoc, useSidebarBreadcrumbs } from '@docusaurus/plugin-content-docs/client';
import type { Props } from '@theme/DocItem/Layout';
import DocItemContent from '@theme/DocItem/Content';
import DocItemPaginator from '@theme/DocItem/Paginator';
import { isReadThrough, useReading } from '@site/src/practice/cards/useReading';
import type { ReadingTime } from '@site/src/model/readingTime';
import { Contents } from '@site/src/prose/contents/Contents';
import { Rail } from '@site/src/prose/contents/Rail';
import { Time } from '@site/src/prose/contents/Time';
import { Text } from '@site/src/ui/Text';
import { type ReactNode, useRef } from 'react';
import css from './styles.module.css';

/** A chapter: one column of text with a margin for notes, and beside both the rail that says where in it one is. */
export default function DocItemLayout({ children }: Props): ReactNode {
  const { metadata, toc, frontMatter } = useDoc();
  const article = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useReading(metadata.id, end);
  const part = useSidebarBreadcrumbs()?.find((item) => item.type === 'category');
  const sections = toc.filter(({ level }) => level === 2);
  const { time } = frontMatter as { time?: ReadingTime };
  return (
    <div className={css.page}>
      {sections.length > 1 && <Rail key={metadata.id} sections={sections} article={article} />}
      <article ref={article} className={css.article} data-doc={metadata.id}>
        {part && (
          <div className={`ui ${css.part}`}>
            <Text tone="accent" isStrong>
              {part.label}
            </Text>
            {time && isReadThrough(metadata.id) && (
              <Text as="small" size="note" tone="soft">
                <Time {...time} />
              </Text>
            )}
          </div>
        )}
        {sections.length > 1 && <Contents sections={sections} />}
        <DocItemContent>{children}</DocItemContent>
        <div ref={end} />
      </article>
      <DocItemPaginator />
    </div>
  );
}
