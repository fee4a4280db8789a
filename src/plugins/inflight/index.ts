import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { Experiment } from '../../model/contract';
import type { Concept } from '../../model/questions';
import { mapUrls } from '../../runtime/urls';
import { type Built, cacheFolder, prepare } from './build';
import { GLOSSARY_FILE } from './content/addContent';
import { NUMBERS } from './content/results';
import { firstFile, moreFile } from './figureFiles';
import { dataFolder, hashAll, listFiles } from './files';
import { type Entry, readKnobs } from './knobs';
import { ON_DEMAND, OnDemand, type Put } from './ondemand';
import { addPages } from './pages';
import { type Products, productsOf } from './products';
import { closure, hashOf, moduleOf } from './python/modules';
import { askedSections, bySection, cardsFile, SECTIONS_FILE } from './questions/bank';
import { type ChapterQuestions, readConcepts, readQuestions, SUFFIX } from './questions/read';
import { pack } from './runs/pack';
import { textsOf, withTexts } from './translate';

const NAME = 'inflight';
const TEXTS = 'experiments';

interface Content extends Built {
  knobs: Entry[];
  concepts: Concept[];
  questions: ChapterQuestions[];
  /** Changes with all that the book is made of. */
  version: string;
}

/** A page, or a folder of pages, that is made again when one of these files changes. */
const follow = (page: string, files: readonly string[]) => ({
  test: page,
  enforce: 'pre' as const,
  use: [{ loader: join(__dirname, 'depend.cjs'), options: { files } }],
});

/** A figure's file is a chunk of its own, shared by all pages and dialogs that show it. */
const figureChunks = {
  test: new RegExp(`[\\\\/]${NAME}[\\\\/]default[\\\\/]first[\\\\/]`),
  name: (module: { identifier: () => string }) => `first-${basename(module.identifier(), '.json')}`,
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

/**
 * The page of myths is made from the chapters (`myths.ts`), and chapters show their questions, what the glossary says of
 * words, shared numbers and conditions, and are held to their own numbers.
 */
function followers(docs: string, data: string) {
  const files = listFiles(docs).map((name) => join(docs, name));
  const chapters = files.filter((name) => name.endsWith('.mdx'));
  const besides = [SUFFIX, NUMBERS].flatMap((suffix) =>
    files.filter((name) => name.endsWith(suffix)).map((name) => follow(`${name.slice(0, -suffix.length)}.mdx`, [name])),
  );
  return [
    follow(docs, [join(data, GLOSSARY_FILE), join(docs, 'conditions.yaml'), join(docs, 'numbers.yaml')]),
    follow(join(docs, 'guide/myths.mdx'), chapters),
    ...besides,
  ];
}

function writeAll(folder: string, files: ReadonlyMap<string, Uint8Array | string>): void {
  for (const [address, content] of files) {
    mkdirSync(dirname(join(folder, address)), { recursive: true });
    writeFileSync(join(folder, address), content);
  }
}

/**
 * Brings Python into the book: runs every experiment while the book is built, so that each figure's first picture is in
 * the HTML, and ships what the page needs to run them again.
 */
export default function inflight(context: LoadContext): Plugin<Content> {
  const { siteDir, siteConfig, i18n } = context;
  // One copy for all languages, so below the root of the site and not of the language.
  const root = siteConfig.customFields?.root as string;
  const onDemand = process.env.NODE_ENV === 'development' ? new OnDemand() : undefined;
  const isDefault = i18n.currentLocale === i18n.defaultLocale;
  const served = join(cacheFolder(siteDir), 'served');
  let address = '';
  let products: Products;
  let built: Built | undefined;
  /** What is computed while the pages are made. */
  let later: Promise<(readonly [name: string, content: string])[]> | undefined;

  return {
    name: NAME,

    async loadContent() {
      await built?.rest();
      built = await prepare(siteDir);
      const { experiments, ask, shipped } = built;
      if (onDemand) {
        address = await onDemand.listen();
        writeAll(served, (await shipped).files);
      } else {
        // All pages wait for these, and they need not wait for the rest of the book to be read.
        for (const { id, presets } of experiments)
          for (const preset of presets) ask({ do: 'preset', experiment: id, preset: preset.id }).catch(() => undefined);
      }
      const docs = join(siteDir, 'docs');
      return {
        ...built,
        knobs: readKnobs(siteDir, experiments),
        concepts: readConcepts(docs),
        questions: readQuestions(siteDir, experiments),
        version: hashAll(join(siteDir, 'simulations/inflight'), docs),
      };
    },

    getPathsToWatch: () => [
      `${siteDir}/simulations/inflight/**/*.py`,
      `${siteDir}/src/runtime/**/*.ts`,
      `${siteDir}/docs/**/*.yaml`,
      `${siteDir}/docs/assignments/*.json`,
    ],

    getTranslationFiles: ({ content }) => [{ path: TEXTS, content: textsOf(content.experiments) }],

    translateContent({ content, translationFiles }) {
      const texts = translationFiles.find(({ path }) => path === TEXTS)?.content ?? {};
      return { ...content, experiments: content.experiments.map((each) => withTexts(each, texts)) };
    },

    async contentLoaded({ content: { shipped, experiments, ask, questions, version }, actions }) {
      const addressOfMore = (id: string): string => {
        const name = moreFile(id);
        return onDemand?.address(name, version, () => products.more(id)) ?? root + name;
      };
      products = productsOf({ site: siteDir, ask, experiments, questions, addressOfMore });
      await actions.createData('experiments.json', JSON.stringify(experiments));
      await actions.createData(SECTIONS_FILE, JSON.stringify(askedSections(questions)));
      actions.setGlobalData({
        runtime: mapUrls((await shipped).urls, (url) => root + url),
        catalogue: experiments.map(({ id, part, title, question }) => ({ id, part, title, question })),
      });
    },

    async allContentLoaded({ allContent, actions }) {
      const content = allContent[NAME]!.default as Content;
      const { experiments, modules, questions, version, progress } = content;
      const put: Put = async (name, version, make) =>
        actions.createData(name, onDemand ? onDemand.stub(name, version, make) : JSON.stringify(await make()));
      const versionOf = ({ id }: Experiment): string => hashOf(modules, closure(modules, [moduleOf(id)]));

      await Promise.all([
        ...experiments.map((each) =>
          put(firstFile(each.id), versionOf(each), async () => pack(await products.first(each.id))),
        ),
        ...questions.map(({ chapter }) =>
          put(cardsFile(chapter), version, async () => bySection(await products.cards(chapter))),
        ),
        put('assignments.json', version, async () => (await products.assignments()).assignments),
        put('assignment-files.json', version, async () => (await products.assignments()).assignmentFiles),
        put('incidents.json', version, products.incidents),
      ]);
      await addPages({ content, products, version, put }, allContent, context, actions);
      progress.end();
      if (onDemand || !isDefault) return;
      // No page is made of these, so they are computed while the pages are made.
      progress.moves = false;
      const files = experiments.map(
        async ({ id }) => [moreFile(id), JSON.stringify(pack(await products.more(id)))] as const,
      );
      later = Promise.all(files);
      later.catch(() => undefined); // said where they are waited for
    },

    configureWebpack: (_, isServer) => ({
      // `?raw`: a file's text, for what is put into other files.
      module: {
        rules: [
          ...followers(join(siteDir, 'docs'), dataFolder(siteDir)),
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
      if (isDefault) writeAll(outDir, (await content.shipped).files);
      const { progress, rest } = content;
      progress.moves = true;
      if (later) writeAll(outDir, new Map(await later));
      progress.end();
      await rest();
    },
  };
}
