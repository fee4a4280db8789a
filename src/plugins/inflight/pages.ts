import type { LoadedContent, PropSidebarItem } from '@docusaurus/plugin-content-docs';
import type { AllContent, PluginContentLoadedActions } from '@docusaurus/types';
import { readFileSync } from 'node:fs';
import type { Prerendered } from '../../model/types';
import { chaptersOf } from './chapters';
import { galleryOf } from './gallery';

/** What the docs plugin knows of the book: chapters in reading order, and the title of each part (a folder). */
function bookOf(allContent: AllContent) {
  const { loadedVersions } = allContent['docusaurus-plugin-content-docs']!.default as LoadedContent;
  const { docs, sidebars } = loadedVersions[0]!;
  const order: string[] = [];
  const titles = new Map<string, string>();
  const walk = (items: readonly unknown[], title?: string): void => {
    for (const item of items as PropSidebarItem[]) {
      if (item.type === 'category') walk(item.items, title ?? item.label);
      const { id } = item as { id?: string };
      if (id === undefined) continue;
      order.push(id);
      if (title !== undefined) titles.set(id.split('/')[0]!, title);
    }
  };
  walk(Object.values(sidebars).flat());
  const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return { titles, docs: [...docs].sort((a, b) => place(a.id) - place(b.id)) };
}

interface Site {
  siteDir: string;
  baseUrl: string;
}

/** The pages that show figures outside of chapters: the gallery, and for each figure one of its own and one to embed. */
export async function addPages(
  experiments: readonly Prerendered[],
  allContent: AllContent,
  { siteDir, baseUrl }: Site,
  { addRoute, createData }: PluginContentLoadedActions,
): Promise<void> {
  const { docs, titles } = bookOf(allContent);
  const chapters = chaptersOf(docs, (source) => readFileSync(source.replace('@site', siteDir), 'utf8'));
  const gallery = galleryOf(experiments, chapters, titles);
  addRoute({
    path: `${baseUrl}figures/`,
    component: '@site/src/components/Gallery',
    modules: { gallery: await createData('gallery.json', JSON.stringify(gallery)) },
    exact: true,
  });
  for (const first of experiments) {
    const { id } = first.experiment;
    // The same file that a chapter imports.
    const data = await createData(`${id}.json`, JSON.stringify(first));
    const found = await createData(`${id}.chapters.json`, JSON.stringify(chapters.get(id) ?? []));
    addRoute({
      path: `${baseUrl}figures/${id}/`,
      component: '@site/src/components/Gallery/FigurePage',
      modules: { data, chapters: found },
      exact: true,
    });
    addRoute({
      path: `${baseUrl}embed/${id}/`,
      component: '@site/src/components/Embed',
      modules: { data },
      exact: true,
    });
  }
}
