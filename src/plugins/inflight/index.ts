import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { Prerendered } from '../../model/types';
import { mapUrls } from '../../runtime/urls';
import { buildOnce, type Built } from './build';
import { addPages } from './pages';
import { textsOf, withTexts } from './translate';

const NAME = 'inflight';
const TEXTS = 'experiments';

/** Where the modules `@inflight/<id>.json` are written. */
export function dataFolder(site: string): string {
  return join(site, '.docusaurus', NAME, 'default');
}

/**
 * Brings Python into the book: runs every experiment while the book is built, so that each figure's first picture is in
 * the HTML, and ships what the page needs to run them again.
 */
export default function inflight({ siteDir, siteConfig, i18n }: LoadContext): Plugin<Built> {
  // One copy for all languages, so below the root of the site and not of the language.
  const root = siteConfig.customFields?.root as string;
  let files = '';

  return {
    name: NAME,

    async loadContent() {
      const built = await buildOnce(siteDir);
      files = built.files;
      return built;
    },

    getPathsToWatch: () => [`${siteDir}/simulations/inflight/**/*.py`, `${siteDir}/src/runtime/**/*.{js,mjs}`],

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

    async contentLoaded({ content: { shipped, experiments }, actions }) {
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
      const { experiments } = allContent[NAME]!.default as Built;
      const firsts = experiments.map(({ first }) => first);
      await addPages(firsts, allContent, { siteDir, baseUrl: siteConfig.baseUrl }, actions);
    },

    configureWebpack: () => ({
      resolve: { alias: { '@inflight': dataFolder(siteDir) } },
      devServer: { static: [{ directory: files, publicPath: root }] },
    }),

    async postBuild({ outDir }) {
      if (i18n.currentLocale === i18n.defaultLocale) cpSync(files, outDir, { recursive: true });
    },
  };
}
