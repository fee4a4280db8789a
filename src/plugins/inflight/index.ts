import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { Concept } from '../../model/questions';
import type { Experiment } from '../../model/types';
import { mapUrls } from '../../runtime/urls';
import { type Built, cacheFolder, prepare } from './build';
import { firstFile, moreFile } from './figureFiles';
import { dataFolder, hashAll, listFiles } from './files';
import { type Entry, readKnobs } from './knobs';
import { ON_DEMAND, OnDemand, type Put } from './ondemand';
import { addPages } from './pages';
import { type Products, productsOf } from './products';
import { closure, hashOf, moduleOf } from './python/modules';
import { askedSections, bySection, cardsFile, SECTIONS_FILE } from './questions/bank';
import { type ChapterQuestions, readConcepts, readQuestions, SUFFIX } from './questions/read';
import { textsOf, withTexts } from './translate';

const NAME = 'inflight';
const TEXTS = 'experiments';

interface Content extends Built {
  knobs: Entry[];
  concepts: Concept[];
  questions: ChapterQuestions[];
}

/** A page that is made again when one of these files changes. */
const follow = (page: string, files: readonly string[]) => ({
  test: page,
  enforce: 'pre' as const,
  use: [{ loader: join(__dirname, 'depend.cjs'), options: { files } }],
});

/** A figure's file is a chunk of its own, shared by all pages and dialogs that show it. */
const figureChunks = {
  test: new RegExp(`[\\\\/]${NAME}[\\\\/]default[\\\\/](first|more)[\\\\/]`),
  name(module: { identifier: () => string }) {
    const file = module.identifier();
    return `${basename(dirname(file))}-${basename(file, '.json')}`;
  },
  enforce: true,
  priority: 60,
};

/**
 * Other people's code that several pages share: a chunk of its own only where that saves more than one more request
 * costs, which is some ms of a phone's time.
 */
const sharedChunks = {
  test: /[\\/]node_modules[\\/]/,
  reuseExistingChunk: true,
  minSize: 100_000,
  priority: -10,
};

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

function writeAll(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [address, content] of files) {
    mkdirSync(dirname(join(folder, address)), { recursive: true });
    writeFileSync(join(folder, address), content);
  }
}

/**
 * Brings Python into the book: runs every experiment while the book is built, so that each figure's first picture is in
 * the HTML, and ships what the page needs to run them again.
 */
export default function inflight({ siteDir, siteConfig, i18n }: LoadContext): Plugin<Content> {
  // One copy for all languages, so below the root of the site and not of the language.
  const root = siteConfig.customFields?.root as string;
  const onDemand = process.env.NODE_ENV === 'development' ? new OnDemand() : undefined;
  const served = join(cacheFolder(siteDir), 'served');
  let address = '';
  let products: Products;
  let built: Built | undefined;

  return {
    name: NAME,

    async loadContent() {
      await built?.rest();
      built = await prepare(siteDir);
      if (onDemand) {
        writeAll(served, built.files);
        address = await onDemand.listen();
      }
      const docs = join(siteDir, 'docs');
      const { experiments } = built;
      return {
        ...built,
        knobs: readKnobs(siteDir, experiments),
        concepts: readConcepts(docs),
        questions: readQuestions(siteDir, experiments),
      };
    },

    getPathsToWatch: () => [
      `${siteDir}/simulations/inflight/**/*.py`,
      `${siteDir}/src/runtime/**/*.{js,mjs}`,
      `${siteDir}/docs/**/*.yaml`,
      `${siteDir}/docs/assignments/*.json`,
    ],

    getTranslationFiles: ({ content }) => [{ path: TEXTS, content: textsOf(content.experiments) }],

    translateContent({ content, translationFiles }) {
      const texts = translationFiles.find(({ path }) => path === TEXTS)?.content ?? {};
      return { ...content, experiments: content.experiments.map((each) => withTexts(each, texts)) };
    },

    async contentLoaded({ content: { shipped, experiments, ask, questions }, actions }) {
      products = productsOf({ site: siteDir, ask, experiments, questions });
      await actions.createData('experiments.json', JSON.stringify(experiments));
      await actions.createData(SECTIONS_FILE, JSON.stringify(askedSections(questions)));
      actions.setGlobalData({
        runtime: mapUrls(shipped, (url) => root + url),
        catalogue: experiments.map(({ id, part, title, question }) => ({ id, part, title, question })),
      });
    },

    async allContentLoaded({ allContent, actions }) {
      const content = allContent[NAME]!.default as Content;
      const { experiments, modules, questions, progress, rest } = content;
      const put: Put = async (name, version, make) =>
        actions.createData(name, onDemand ? onDemand.stub(name, version, make) : JSON.stringify(await make()));
      const everything = hashAll(join(siteDir, 'simulations/inflight'), join(siteDir, 'docs'));
      const versionOf = ({ id }: Experiment): string => hashOf(modules, closure(modules, [moduleOf(id)]));

      // What takes longest is asked for first: it is not to be waited for alone in the end.
      await Promise.all([
        ...experiments.map((each) => put(moreFile(each.id), everything, () => products.more(each.id))),
        ...experiments.map((each) => put(firstFile(each.id), versionOf(each), () => products.first(each.id))),
        ...questions.map(({ chapter }) =>
          put(cardsFile(chapter), everything, async () => bySection(await products.cards(chapter))),
        ),
        put('assignments.json', everything, async () => (await products.assignments()).assignments),
        put('assignment-files.json', everything, async () => (await products.assignments()).assignmentFiles),
        put('incidents.json', everything, products.incidents),
      ]);
      await addPages({ content, products, version: everything, put }, allContent, siteConfig.baseUrl, siteDir, actions);
      progress.end();
      if (!onDemand) await rest();
    },

    configureWebpack: (_, isServer) => ({
      // `?raw`: a file's text, for what is put into other files.
      module: {
        rules: [
          ...followers(join(siteDir, 'docs')),
          { resourceQuery: /^\?raw$/, type: 'asset/source' },
          ...(onDemand
            ? [{ include: dataFolder(siteDir), type: 'javascript/auto', use: [join(__dirname, 'fetched.cjs')] }]
            : []),
        ],
      },
      resolve: { alias: { '@inflight': dataFolder(siteDir) } },
      ...(!isServer && {
        optimization: { splitChunks: { cacheGroups: { figures: figureChunks, defaultVendors: sharedChunks } } },
      }),
      devServer: {
        static: [{ directory: served, publicPath: root }],
        proxy: [{ context: [ON_DEMAND], target: address }],
      },
    }),

    async postBuild({ outDir, content }) {
      if (i18n.currentLocale === i18n.defaultLocale) writeAll(outDir, content.files);
    },
  };
}
