import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { LoadContext, PluginContentLoadedActions } from '@docusaurus/types';
import type { Catalogue } from '../../../model/catalogue';
import { type Book, bookLink } from './bookLink';
import { parseGlossary } from './glossary';
import { readLabs } from './labs';
import { readLinuxIncidents } from './linuxIncidents';
import { parseKernels, type Recorded } from './kernels';
import { parsePacketPath } from './packetPath';
import type { Source } from './parseContent';
import { parseTree } from './tree';

/** Where the words are for pages, and for the chapters that name them (`terms.ts`). */
export const GLOSSARY_FILE = 'glossary.json';

/** A file of docs/; a translation may have one of its own in place of it, beside its chapters. */
export function readSource({ siteDir, localizationDir }: Folders, name: string): Source {
  const translated = join(localizationDir, 'docusaurus-plugin-content-docs/current', name);
  const file = existsSync(translated) ? translated : join(siteDir, 'docs', name);
  return { file: relative(siteDir, file), yaml: readFileSync(file, 'utf8') };
}
type Folders = Pick<LoadContext, 'siteDir' | 'localizationDir'>;

interface Known extends Book {
  catalogue: Catalogue;
  knobs: readonly { name: string; also: readonly string[] }[];
}

/** Brings what docs/ has as YAML (glossary, tree, packet path, labs, incidents, kernels) to the pages, as `@inflight/<name>.json`. */
export async function addContent(
  context: Folders & Pick<LoadContext, 'i18n'>,
  { catalogue, knobs, ...book }: Known,
  createData: PluginContentLoadedActions['createData'],
): Promise<void> {
  const page = bookLink(book);
  const add = (name: string, content: unknown) => createData(name, JSON.stringify(content));
  const names = new Set(knobs.flatMap(({ name, also }) => [name, ...also]));
  await add(GLOSSARY_FILE, parseGlossary(readSource(context, 'glossary.yaml'), page, context.i18n.currentLocale));
  await add(
    'tree.json',
    parseTree(readSource(context, 'tree.yaml'), { page, figures: catalogue.entries, knobs: names }),
  );
  await add('packet-path.json', parsePacketPath(readSource(context, 'packet-path.yaml'), page));
  const docs = join(context.siteDir, 'docs');
  await add(
    'labs.json',
    readLabs(docs, (name) => readSource(context, name), page),
  );
  await add(
    'linux-incidents.json',
    readLinuxIncidents(docs, (name) => readSource(context, name), page),
  );
  const moved = JSON.parse(readFileSync(join(context.siteDir, 'docs/guide/kernels.json'), 'utf8')) as Recorded;
  await add('kernels.json', parseKernels(readSource(context, 'guide/kernels.yaml'), moved));
}
