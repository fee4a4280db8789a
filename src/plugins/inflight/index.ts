import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { Prerendered } from '../../model/types';
import type { Card, Concept } from '../../model/questions';
import { mapUrls } from '../../runtime/urls';
import { buildOnce, type Built } from './build';
import { type Entry, readKnobs } from './knobs';
import { listFiles } from './files';
import { addPages } from './pages';
import { bySection, cardsFile } from './questions/bank';
import { buildCards } from './questions/build';
import { readConcepts, SUFFIX } from './questions/read';
import { textsOf, withTexts } from './translate';

const NAME = 'inflight';
const TEXTS = 'experiments';

/** Where the modules `@inflight/<id>.json` are written. */
export function dataFolder(site: string): string {
  return join(site, '.docusaurus', NAME, 'default');
}

type Content = Built & { knobs: Entry[]; cards: Card[]; concepts: Concept[] };

/** A page that is made again when one of these files changes. */
const follow = (page: string, files: readonly string[]) => ({
  test: page,
  enforce: 'pre' as const,
  use: [{ loader: join(__dirname, 'depend.cjs'), options: { files } }],
});

/** The page of myths is made from the chapters (`myths.ts`), and chapters show their questions. */
function followers(docs: string) {
  const files = listFiles(docs).map((name) => join(docs, name));
  const chapters = files.filter((name) => name.endsWith('.mdx'));
  const questions = files.filter((name) => name.endsWith(SUFFIX));
  return [
    follow(join(docs, 'guide/myths.mdx'), chapters),
    ...questions.map((file) => follow(`${file.slice(0, -SUFFIX.length)}.mdx`, [file])),
  ];
}

/**
 * Brings Python into the book: runs every experiment while the book is built, so that each figure's first picture is in
 * the HTML, and ships what the page needs to run them again.
 */
export default function inflight({ siteDir, siteConfig, i18n }: LoadContext): Plugin<Content> {
  // One copy for all languages, so below the root of the site and not of the language.
  const root = siteConfig.customFields?.root as string;
  let files = '';

  return {
    name: NAME,

    async loadContent() {
      const built = await buildOnce(siteDir);
      files = built.files;
      const experiments = built.experiments.map(({ first }) => first.experiment);
      return {
        ...built,
        knobs: readKnobs(siteDir, experiments),
        cards: await buildCards(siteDir, built),
        concepts: readConcepts(join(siteDir, 'docs')),
      };
    },

    getPathsToWatch: () => [
      `${siteDir}/simulations/inflight/**/*.py`,
      `${siteDir}/src/runtime/**/*.{js,mjs}`,
      `${siteDir}/docs/**/*.yaml`,
      `${siteDir}/docs/assignments/*.json`,
    ],

    getTranslationFiles: ({ content }) => [
      { path: TEXTS, content: textsOf(content.experiments.map(({ first }) => first.experiment)) },
    ],

    translateContent({ content, translationFiles }) {
      const texts = translationFiles.find(({ path }) => path === TEXTS)?.content ?? {};
      const translate = (first: Prerendered) => ({ ...first, experiment: withTexts(first.experiment, texts) });
      return {
        ...content,
        experiments: content.experiments.map(({ first, more }) => ({ first: translate(first), more })),
      };
    },

    async contentLoaded({
      content: { shipped, experiments, incidents, assignments, assignmentFiles, cards },
      actions,
    }) {
      for (const chapter of new Set(cards.map((card) => card.chapter))) {
        const own = cards.filter((card) => card.chapter === chapter);
        await actions.createData(cardsFile(chapter), JSON.stringify(bySection(own)));
      }
      await actions.createData('incidents.json', JSON.stringify(incidents));
      await actions.createData('assignments.json', JSON.stringify(assignments));
      await actions.createData('assignment-files.json', JSON.stringify(assignmentFiles));
      for (const { first, more } of experiments) {
        await actions.createData(`${first.experiment.id}.json`, JSON.stringify(first));
        await actions.createData(`${first.experiment.id}.more.json`, JSON.stringify(more));
      }
      actions.setGlobalData({
        runtime: mapUrls(shipped, (url) => root + url),
        catalogue: experiments.map(({ first: { experiment } }) => ({
          id: experiment.id,
          part: experiment.part,
          title: experiment.title,
          question: experiment.question,
        })),
      });
    },

    async allContentLoaded({ allContent, actions }) {
      const { experiments, knobs, cards, concepts } = allContent[NAME]!.default as Content;
      const firsts = experiments.map(({ first }) => first);
      await addPages({ firsts, knobs, cards, concepts }, allContent, { siteDir, baseUrl: siteConfig.baseUrl }, actions);
    },

    configureWebpack: () => ({
      // `?raw`: a file's text, for what is put into other files.
      module: { rules: [...followers(join(siteDir, 'docs')), { resourceQuery: /^\?raw$/, type: 'asset/source' }] },
      resolve: { alias: { '@inflight': dataFolder(siteDir) } },
      devServer: { static: [{ directory: files, publicPath: root }] },
    }),

    async postBuild({ outDir }) {
      if (i18n.currentLocale === i18n.defaultLocale) cpSync(files, outDir, { recursive: true });
    },
  };
}
