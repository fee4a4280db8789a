/** Reads which facts a chapter teaches and where, and says what is wrong with that. */
import frontMatterOf from '@11ty/gray-matter';
import type { Heading, Root } from 'mdast';
import type { MdxTextExpression } from 'mdast-util-mdx-expression';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { toString } from 'mdast-util-to-string';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { textOf } from './jsx';

/** docs/facts.json: what people say, and whether it holds. */
export type Facts = Record<string, { verdict: string; claim: string }>;

/** What a link can lead to. */
interface Place {
  /** Its words, or those of the heading above it. */
  heading: string;
  /** The last figure before it, unless it names another: the id of an experiment. */
  figure?: string;
}

export interface Chapter {
  /** Row → the anchor of the place that teaches it. */
  facts: Record<string, unknown>;
  /** Those with a fixed id. */
  headings: (Place & { id: string; depth: number })[];
  myths: (Place & { fact: string; verdict: string })[];
  /** Ids of the experiments that it shows. */
  figures: string[];
}

export const FALSE = ['wrong', 'outdated'];

export const anchorOf = (fact: string): string => `myth-${fact.toLowerCase()}`;

/** A chapter's front matter, and its text as MDX reads it. */
export function parse(mdx: string): { data: Record<string, unknown>; tree: Root } {
  const { data, content } = frontMatterOf(mdx);
  return { data, tree: unified().use(remarkParse).use(remarkMdx).parse(content) };
}

/** The fixed id of a heading: what stands in a comment at its end. */
export const idOf = ({ children }: Heading): string | undefined =>
  /^\/\* #(\S+) \*\/$/.exec((children.at(-1) as MdxTextExpression | undefined)?.value ?? '')?.[1];

const known = new Map<string, Chapter>();

/** The parts of an MDX file that have to do with facts, or that a link leads to; a text is read once. */
export function readChapter(mdx: string): Chapter {
  const chapter = known.get(mdx) ?? read(mdx);
  known.set(mdx, chapter);
  return chapter;
}

function read(mdx: string): Chapter {
  const { data, tree } = parse(mdx);
  const chapter: Chapter = { facts: (data.facts ?? {}) as Chapter['facts'], headings: [], myths: [], figures: [] };
  const here: Place = { heading: '' };
  visit(tree, (node) => {
    if (node.type === 'heading') {
      const id = idOf(node);
      here.heading = toString(id ? node.children.slice(0, -1) : node).trim();
      if (id) chapter.headings.push({ id, depth: node.depth, ...here });
    }
    if (node.type !== 'mdxJsxFlowElement') return;
    const jsx: MdxJsxFlowElement = node;
    const fact = textOf(jsx, 'fact');
    if (jsx.name === 'Experiment') {
      here.figure = textOf(jsx, 'id');
      if (here.figure) chapter.figures.push(here.figure);
    }
    if (jsx.name !== 'Myth' || !fact) return;
    const figure = textOf(jsx, 'figure') ?? here.figure;
    chapter.myths.push({ fact, verdict: String(textOf(jsx, 'verdict')), ...here, figure });
  });
  return chapter;
}

/** What is wrong with the chapters, by file, a sentence for each mistake. */
export function mistakes(facts: Facts, chapters: Record<string, Chapter>): string[] {
  const found: string[] = [];
  const taughtBy = new Map<string, string>();
  for (const [file, chapter] of Object.entries(chapters)) {
    const anchors = [...chapter.headings.map(({ id }) => id), ...chapter.myths.map(({ fact }) => anchorOf(fact))];
    for (const anchor of new Set(anchors.filter((each, i) => anchors.indexOf(each) !== i)))
      found.push(`${file}: #${anchor} appears twice`);

    for (const [row, anchor] of Object.entries(chapter.facts)) {
      const verdict = facts[row]?.verdict;
      if (verdict === undefined) found.push(`${file}: docs/facts.json has no ${row}`);
      if (taughtBy.has(row)) found.push(`${file}: ${row} is already taught by ${taughtBy.get(row)}`);
      taughtBy.set(row, file);
      if (!anchors.includes(String(anchor))) found.push(`${file}: ${row} points to #${anchor}, which doesn’t exist`);
      if (verdict && FALSE.includes(verdict) && !chapter.myths.some(({ fact }) => fact === row))
        found.push(`${file}: ${row} is ${verdict}, so it needs a <Myth fact="${row}">`);
    }

    for (const { fact, verdict, figure } of chapter.myths) {
      if (figure && !chapter.figures.includes(figure))
        found.push(`${file}: <Myth fact="${fact}" figure="${figure}">, but it doesn’t show that figure`);
      if (!(fact in chapter.facts))
        found.push(`${file}: <Myth fact="${fact}"> is not among the facts in its front matter`);
      const known = facts[fact]?.verdict;
      if (known && known !== verdict) found.push(`${file}: ${fact} is ${known}, and its <Myth> says ${verdict}`);
    }
  }
  for (const row of Object.keys(facts))
    if (!taughtBy.has(row)) found.push(`docs/facts.json: no chapter teaches ${row}`);
  return found;
}
