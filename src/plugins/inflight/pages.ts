import type { LoadedContent, PropSidebarItem } from '@docusaurus/plugin-content-docs';
import type { AllContent, LoadContext, PluginContentLoadedActions } from '@docusaurus/types';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Experiment } from '../../model/contract';
import type { Bank, Concept } from '../../model/questions';
import { catalogueOf } from './catalogue';
import { chaptersOf } from './chapters';
import { claimsOf } from './claims';
import { addContent } from './content/addContent';
import type { Facts } from './facts';
import { firstFile } from './figureFiles';
import { dataFolder } from './files';
import { galleryOf, partsOf } from './gallery';
import { type Entry, joinKnobs } from './knobs';
import type { Put } from './ondemand';
import type { Products } from './products';
import { bankOf } from './questions/bank';
import type { ChapterQuestions } from './questions/read';
import { pack } from './runs/pack';

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

interface Made {
  content: {
    experiments: readonly Experiment[];
    /** What docs/knobs says. */
    knobs: readonly Entry[];
    /** What the files of questions say. */
    questions: readonly ChapterQuestions[];
    concepts: readonly Concept[];
  };
  products: Products;
  put: Put;
  /** Of all that these pages are made from. */
  version: string;
}

/**
 * The pages that show figures outside of chapters: the gallery, and for each figure one of its own and one to embed.
 * And what the pages of the field guide are made from: `@inflight/claims.json`, `…/catalogue.json`, `…/knobs.json`,
 * `…/bank.json`, `…/chapters.json`, and the content of docs/ (`content/`).
 */
export async function addPages(
  { content: { experiments, knobs, questions, concepts }, products, put, version }: Made,
  allContent: AllContent,
  context: LoadContext,
  { addRoute, createData }: PluginContentLoadedActions,
): Promise<void> {
  const { baseUrl, siteDir } = context;
  const { docs, titles } = bookOf(allContent);
  const read = (source: string): string => readFileSync(source.replace('@site', siteDir), 'utf8');
  const chapters = chaptersOf(docs, read);
  const figures = new Map(experiments.map(({ id, title }) => [id, title]));
  const facts = JSON.parse(readFileSync(join(siteDir, 'docs/facts.json'), 'utf8')) as Facts;
  const claims = claimsOf({ facts, docs, read, titles, figures });
  await createData('claims.json', JSON.stringify(claims));
  await createData('knobs.json', JSON.stringify(joinKnobs(knobs, experiments, chapters, claims)));
  const catalogue = catalogueOf(experiments, chapters, { parts: partsOf(experiments, titles) });
  await createData('catalogue.json', JSON.stringify(catalogue));
  await addContent(context, { docs, read, catalogue, knobs }, createData);

  const bank = async (): Promise<Bank> => {
    const cards = await Promise.all(questions.map(({ chapter }) => products.cards(chapter)));
    return bankOf(cards.flat(), concepts, { docs, read, titles });
  };
  await put('bank.json', version, bank);
  await put('chapters.json', version, async () => (await bank()).chapters);

  const gallery = await put('gallery.json', version, async () => {
    const firsts = await Promise.all(experiments.map(({ id }) => products.first(id)));
    return pack(galleryOf(firsts, chapters, titles));
  });
  addRoute({
    path: `${baseUrl}figures/`,
    component: '@site/src/figure/gallery/Gallery',
    modules: { gallery },
    exact: true,
  });
  for (const { id } of experiments) {
    // The same file that a chapter imports.
    const data = join(dataFolder(siteDir), firstFile(id));
    const found = await createData(`${id}.chapters.json`, JSON.stringify(chapters.get(id) ?? []));
    addRoute({
      path: `${baseUrl}figures/${id}/`,
      component: '@site/src/figure/gallery/FigurePage',
      modules: { data, chapters: found },
      exact: true,
    });
    addRoute({
      path: `${baseUrl}embed/${id}/`,
      component: '@site/src/figure/embed/Embed',
      modules: { data },
      exact: true,
    });
  }
}
