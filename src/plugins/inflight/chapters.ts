import type { Chapter } from '../../model/gallery';

/** What is needed of a page of the docs plugin. */
export interface Doc {
  /** `windows/why-slow` */
  id: string;
  title: string;
  permalink: string;
  /** `@site/docs/windows/why-slow.mdx` */
  source: string;
}

const FENCED = /^(```|~~~).*?^\1/gms;
const FIGURE = /<Experiment\b[^>]*?\bid="([^"]+)"/g;

/** The experiments that a chapter shows, each once; examples in code are no figures. */
export const figuresIn = (mdx: string): string[] => [
  ...new Set([...mdx.replace(FENCED, '').matchAll(FIGURE)].map(([, id]) => id!)),
];

/** For each experiment, the chapters that show it. */
export function chaptersOf(docs: readonly Doc[], read: (source: string) => string): Map<string, Chapter[]> {
  const found = new Map<string, Chapter[]>();
  for (const { title, permalink, source } of docs)
    for (const id of figuresIn(read(source))) found.set(id, [...(found.get(id) ?? []), { title, url: permalink }]);
  return found;
}
