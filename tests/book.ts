/** The book as the plugin of the docs would know it: every page of docs/, with its title. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import frontMatterOf from '@11ty/gray-matter';
import type { Book } from '../src/plugins/inflight/content/bookLink';

export const SITE = join(import.meta.dirname, '..');
const DOCS = join(SITE, 'docs');

const read = (source: string): string => readFileSync(source, 'utf8');

export const book: Book = {
  docs: readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx'))
    .map((file) => {
      const [id, source] = [file.replace('.mdx', ''), join(DOCS, file)];
      return { id, source, permalink: `/book/${id}`, title: String(frontMatterOf(read(source)).data.title) };
    }),
  read,
};

/** Content as it is written: `docs/<name>`. */
export const contentOf = (name: string): { file: string; yaml: string } => ({
  file: `docs/${name}`,
  yaml: read(join(DOCS, name)),
});

/** Does the text of a chapter have this place, `windows/why-slow#cwnd`? */
export function hasPlace(place: string): boolean {
  const [id, anchor] = place.split('#') as [string, string?];
  const text = book.docs.filter((doc) => doc.id === id).map(({ source }) => read(source))[0];
  if (text === undefined || anchor === undefined) return text !== undefined;
  const myth = /^myth-(.+)$/.exec(anchor)?.[1]?.toUpperCase();
  return text.includes(`{/* #${anchor} */}`) || (myth !== undefined && text.includes(`<Myth fact="${myth}"`));
}
