/** Reads which facts a chapter teaches, and says what is wrong with that. */
import frontMatterOf from '@11ty/gray-matter';
import type { Root } from 'mdast';
import type { MdxTextExpression } from 'mdast-util-mdx-expression';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** docs/facts.json: what people say, and whether it holds. */
export type Facts = Record<string, { verdict: string; claim: string }>;

export interface Chapter {
  /** Row → the anchor of the place that teaches it. */
  facts: Record<string, unknown>;
  /** Fixed ids of headings. */
  headings: string[];
  myths: { fact: string; verdict: string }[];
}

const FALSE = ['wrong', 'outdated'];

export const anchorOf = (fact: string): string => `myth-${fact.toLowerCase()}`;

/** The parts of an MDX file that have to do with facts. */
export function readChapter(mdx: string): Chapter {
  const { data, content } = frontMatterOf(mdx);
  const tree = unified().use(remarkParse).use(remarkMdx).parse(content) as Root;
  const chapter: Chapter = { facts: (data.facts ?? {}) as Chapter['facts'], headings: [], myths: [] };
  visit(tree, 'heading', ({ children }) => {
    const id = /^\/\* #(\S+) \*\/$/.exec((children.at(-1) as MdxTextExpression).value)?.[1];
    if (id) chapter.headings.push(id);
  });
  visit(tree, 'mdxJsxFlowElement', (node: MdxJsxFlowElement) => {
    if (node.name !== 'Myth') return;
    const given = Object.fromEntries(
      node.attributes.flatMap((each) => (each.type === 'mdxJsxAttribute' ? [[each.name, each.value]] : [])),
    );
    if (given.fact) chapter.myths.push({ fact: String(given.fact), verdict: String(given.verdict) });
  });
  return chapter;
}

/** What is wrong with the chapters, by file, a sentence for each mistake. */
export function mistakes(facts: Facts, chapters: Record<string, Chapter>): string[] {
  const found: string[] = [];
  const taughtBy = new Map<string, string>();
  for (const [file, chapter] of Object.entries(chapters)) {
    const anchors = [...chapter.headings, ...chapter.myths.map(({ fact }) => anchorOf(fact))];
    for (const anchor of new Set(anchors.filter((each, i) => anchors.indexOf(each) !== i)))
      found.push(`${file}: #${anchor} is there twice`);

    for (const [row, anchor] of Object.entries(chapter.facts)) {
      const verdict = facts[row]?.verdict;
      if (verdict === undefined) found.push(`${file}: docs/facts.json has no ${row}`);
      if (taughtBy.has(row)) found.push(`${file}: ${row} is taught by ${taughtBy.get(row)} already`);
      taughtBy.set(row, file);
      if (!anchors.includes(String(anchor))) found.push(`${file}: ${row} points to #${anchor}, which is not there`);
      if (verdict && FALSE.includes(verdict) && !chapter.myths.some(({ fact }) => fact === row))
        found.push(`${file}: ${row} is ${verdict}, so it needs a <Myth fact="${row}">`);
    }

    for (const { fact, verdict } of chapter.myths) {
      if (!(fact in chapter.facts))
        found.push(`${file}: <Myth fact="${fact}"> is not among the facts of its front matter`);
      const known = facts[fact]?.verdict;
      if (known && known !== verdict) found.push(`${file}: ${fact} is ${known}, and its <Myth> says ${verdict}`);
    }
  }
  return found;
}
