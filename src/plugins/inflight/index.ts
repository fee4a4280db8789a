import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { Prerendered } from '../../model/types';
import { mapUrls } from '../../runtime/urls';
import { buildOnce, type Built } from './build';
import { type Entry, readKnobs } from './knobs';
import { listFiles } from './files';
import { addPages } from './pages';
import { textsOf, withTexts } from './translate';

const NAME = 'inflight';
const TEXTS = 'experiments';

/** Where the modules `@inflight/<id>.json` are written. */
export function dataFolder(site: string): string {
  return join(site, '.docusaurus', NAME, 'default');
}

type Content = Built & { knobs: Entry[] };

/** The page of myths is made from the chapters (`myths.ts`), so it is made again when one of them changes. */
function mythsFollow(docs: string) {
  const files = listFiles(docs)
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => join(docs, name));
  const use = [{ loader: join(__dirname, 'depend.cjs'), options: { files } }];
  return { test: join(docs, 'guide/myths.mdx'), enforce: 'pre' as const, use };
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
      return { ...built, knobs: readKnobs(siteDir, experiments) };
    },

    getPathsToWatch: () => [
      `${siteDir}/simulations/inflight/**/*.py`,
      `${siteDir}/src/runtime/**/*.{js,mjs}`,
      `${siteDir}/docs/knobs/*.yaml`,
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

    async contentLoaded({ content: { shipped, experiments, incidents, assignments, assignmentFiles }, actions }) {
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
      const { experiments, knobs } = allContent[NAME]!.default as Content;
      const firsts = experiments.map(({ first }) => first);
      await addPages({ firsts, knobs }, allContent, { siteDir, baseUrl: siteConfig.baseUrl }, actions);
    },

    configureWebpack: () => ({
      // `?raw`: a file's text, for what is put into other files.
      module: { rules: [mythsFollow(join(siteDir, 'docs')), { resourceQuery: /^\?raw$/, type: 'asset/source' }] },
      resolve: { alias: { '@inflight': dataFolder(siteDir) } },
      devServer: { static: [{ directory: files, publicPath: root }] },
    }),

    async postBuild({ outDir }) {
      if (i18n.currentLocale === i18n.defaultLocale) cpSync(files, outDir, { recursive: true });
    },
  };
}
