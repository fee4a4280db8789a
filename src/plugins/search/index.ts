import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginOptions } from '@easyops-cn/docusaurus-search-local';
import * as local from '@easyops-cn/docusaurus-search-local';
import type { LoadContext, Plugin, PluginModule } from '@docusaurus/types';
import type { Found, Part } from './parts';

// Its types know its options only.
const theme = local as unknown as { default: PluginModule; validateOptions: PluginModule['validateOptions'] };

/** Names without what stands before their last dot: `net.ipv4.tcp_rmem` is asked for as tcp_rmem. */
const shortNames = (text: string): string[] => [...text.matchAll(/(?:\w+\.)+(\w*_\w+)/g)].map(([, name]) => name!);

/** Texts that are found by further words, too. What is shown of them stays. */
function also({ documents }: Part, words: (found: Found) => readonly string[]): Part {
  return { documents: documents.map((each) => ({ ...each, also: words(each).join(' ') || undefined })) };
}

/**
 * A page is found by the `keywords` of its front matter as if they stood in its title, which comes first: so a word
 * leads to the chapter that is about it, and not to a heading somewhere that has it, too. A heading that is the full
 * name of a setting is found by the short one.
 */
export function withWords(parts: readonly Part[]): Part[] {
  const [titles, headings, descriptions, keywords, texts] = parts as [Part, Part, Part, Part, Part];
  const words = new Map(keywords.documents.map(({ i, t }) => [i, t]));
  return [
    also(titles, ({ i }) => (words.has(i) ? [words.get(i)!] : [])),
    also(headings, ({ t }) => shortNames(t)),
    ...[descriptions, keywords, texts].map(({ documents }) => ({ documents })),
  ];
}

/**
 * The search of `@easyops-cn/docusaurus-search-local`, in which chapters have a say. What is sent are the texts: an index
 * of them is three times as long, and to read it takes a browser as long as to make it (`search/indexes.ts`).
 */
const search: PluginModule = async (context: LoadContext, options: unknown): Promise<Plugin> => {
  const plugin = (await theme.default(context, options)) as Plugin;
  return {
    ...plugin,
    configureWebpack: (...given) => ({
      ...plugin.configureWebpack?.(...given),
      module: {
        rules: [
          { test: /docusaurus-search-local.*[\\/]theme[\\/]worker\.js$/, use: join(__dirname, 'own-indexes.cjs') },
        ],
      },
    }),
    async postBuild(props) {
      await plugin.postBuild?.(props);
      const file = join(props.outDir, 'search-index.json');
      const parts = JSON.parse(readFileSync(file, 'utf8')) as Part[];
      writeFileSync(file, JSON.stringify(withWords(parts)));
    },
  };
};
search.validateOptions = theme.validateOptions;

/**
 * What is not looked through: explanations of terms, which would stick to their words (“ACKAcknowledgement”), the
 * controls and axes of figures, and lists made of what stands elsewhere (`data-copy`).
 */
export const searchOptions: PluginOptions = {
  hashed: true,
  language: ['en'],
  indexBlog: false,
  docsRouteBasePath: 'book',
  searchBarShortcutHint: false,
  ignoreCssSelectors: ['[role="tooltip"]', '.experiment', '[data-copy]'],
};

export default search;
