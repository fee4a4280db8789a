import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { Prerendered } from '../../model/types';
import { buildOnce, type Built } from './build';
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

    getPathsToWatch: () => [`${siteDir}/simulations/inflight/**/*.py`, `${siteDir}/src/runtime/worker.mjs`],

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
      const { worker, pyodide, stdlib, sims, lock } = shipped;
      actions.setGlobalData({
        runtime: { worker: root + worker, pyodide: root + pyodide, stdlib: root + stdlib, sims: root + sims, lock },
        catalogue: experiments.map(({ first: { experiment } }) => ({
          id: experiment.id,
          part: experiment.part,
          title: experiment.title,
          question: experiment.question,
        })),
      });
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
