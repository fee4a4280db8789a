import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadContext, Plugin, TranslationFileContent } from '@docusaurus/types';
import { listFiles } from './inflight/files';

const NAME = 'views';
const CALL = /\btranslate\(\s*\{\s*id: (['"])(.+?)\1,\s*message: (['"])(.+?)\3,?\s*\}/g;

/** The texts in the source of views, by their ids. */
export function textsIn(source: string): TranslationFileContent {
  const calls = [...source.matchAll(CALL)];
  return Object.fromEntries(calls.map(([, , id, , message]) => [id!, { message: message! }]));
}

/**
 * Gives translators the words of the views. Docusaurus looks for texts only in files that import its `translate`; views
 * know no site, and the page hands it to them.
 */
export default function viewTexts({ siteDir }: LoadContext): Plugin<undefined> {
  const folder = join(siteDir, 'src/views');
  const texts = (): TranslationFileContent =>
    textsIn(
      listFiles(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n'),
    );
  let translated: Record<string, string> = {};

  return {
    name: NAME,
    getTranslationFiles: () => [{ path: 'words', content: texts() }],
    // Called before the next one.
    translateContent({ translationFiles }) {
      const english = texts();
      const others = Object.entries(translationFiles[0]!.content).filter(
        ([id, { message }]) => message !== english[id]?.message,
      );
      translated = Object.fromEntries(others.map(([id, { message }]) => [id, message]));
      return undefined;
    },
    getDefaultCodeTranslationMessages: () => Promise.resolve(translated),
  };
}
