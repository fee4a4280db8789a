import type { LoadedContent, PropSidebarItem } from '@docusaurus/plugin-content-docs';
import type { AllContent, PluginContentLoadedActions } from '@docusaurus/types';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card, Concept } from '../../model/questions';
import type { Prerendered } from '../../model/types';
import { catalogueOf } from './catalogue';
import { chaptersOf } from './chapters';
import { claimsOf } from './claims';
import type { Facts } from './facts';
import { galleryOf } from './gallery';
import { type Entry, joinKnobs } from './knobs';
import { bankOf } from './questions/bank';

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

interface Content {
  firsts: readonly Prerendered[];
  /** What docs/knobs says. */
  knobs: readonly Entry[];
  /** What the files of questions say. */
  cards: readonly Card[];
  concepts: readonly Concept[];
}

interface Site {
  siteDir: string;
  baseUrl: string;
}

/**
 * The pages that show figures outside of chapters: the gallery, and for each figure one of its own and one to embed.
 * And what the pages of the field guide are made from: `@inflight/claims.json`, `…/catalogue.json`, `…/knobs.json`,
 * `…/bank.json`, `…/chapters.json`.
 */
export async function addPages(
  { firsts, knobs, cards, concepts }: Content,
  allContent: AllContent,
  { siteDir, baseUrl }: Site,
  { addRoute, createData }: PluginContentLoadedActions,
): Promise<void> {
  const { docs, titles } = bookOf(allContent);
  const read = (source: string): string => readFileSync(source.replace('@site', siteDir), 'utf8');
  const chapters = chaptersOf(docs, read);
  const experiments = firsts.map(({ experiment }) => experiment);
  const gallery = galleryOf(firsts, chapters, titles);
  const figures = new Map(experiments.map(({ id, title }) => [id, title]));
  const facts = JSON.parse(readFileSync(join(siteDir, 'docs/facts.json'), 'utf8')) as Facts;
  const claims = claimsOf({ facts, docs, read, titles, figures });
  await createData('claims.json', JSON.stringify(claims));
  await createData('knobs.json', JSON.stringify(joinKnobs(knobs, experiments, chapters, claims)));
  const bank = bankOf(cards, concepts, { docs, read, titles });
  await createData('bank.json', JSON.stringify(bank));
  await createData('chapters.json', JSON.stringify(bank.chapters));
  const catalogue = catalogueOf(experiments, chapters, gallery);
  await createData('catalogue.json', JSON.stringify(catalogue));
  addRoute({
    path: `${baseUrl}figures/`,
    component: '@site/src/components/Gallery',
    modules: { gallery: await createData('gallery.json', JSON.stringify(gallery)) },
    exact: true,
  });
  for (const first of firsts) {
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
