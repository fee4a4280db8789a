import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import type { Plugin } from 'unified';
import { visit } from 'unist-util-visit';
import type { Claims } from '../../model/claims';
import { FALSE, parse } from './facts';
import { textOf } from './jsx';

/** A link of one page, as another one writes it. */
function moved(url: string, from: string, to: string): string {
  if (/^([a-z]+:|\/)/.test(url)) return url;
  const [path, anchor] = url.split('#');
  const target = path ? join(dirname(from), path) : from;
  const seen = relative(dirname(to), target);
  return (seen.startsWith('.') ? seen : `./${seen}`) + (anchor === undefined ? '' : `#${anchor}`);
}

/** What a chapter says of the claims that do not hold, by row; links as they have to be in the file `to`. */
export function mythsIn(mdx: string, from: string, to: string): Map<string, MdxJsxFlowElement> {
  const found = new Map<string, MdxJsxFlowElement>();
  visit(parse(mdx).tree, 'mdxJsxFlowElement', (node: MdxJsxFlowElement) => {
    const fact = textOf(node, 'fact');
    if (node.name !== 'Myth' || !fact || !FALSE.includes(String(textOf(node, 'verdict')))) return;
    visit(node, 'link', (link) => {
      link.url = moved(link.url, from, to);
    });
    // Where it stood says nothing here.
    visit(node, (each) => {
      delete each.position;
    });
    found.set(fact, { ...node, name: 'MythCard' });
  });
  return found;
}

/**
 * Fills `<Myths>` with what the chapters say of each claim that does not hold, in the order of `@inflight/claims.json`.
 * So a truth is written once, in its chapter.
 */
const myths: Plugin<[{ docs: string; data: string }], Root> =
  ({ docs, data }) =>
  (tree, file) => {
    visit(tree, 'mdxJsxFlowElement', (page: MdxJsxFlowElement) => {
      if (page.name !== 'Myths') return;
      const { claims } = JSON.parse(readFileSync(join(data, 'claims.json'), 'utf8')) as Claims;
      const chapters = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mdx'));
      const told = new Map(
        chapters.flatMap((name) => {
          const chapter = join(docs, name);
          return [...mythsIn(readFileSync(chapter, 'utf8'), chapter, file.path)];
        }),
      );
      page.children = claims.flatMap(({ id }) => told.get(id) ?? []);
    });
  };

export default myths;
