/** How long a chapter takes its reader, from its text. */
import { existsSync, readFileSync } from 'node:fs';
import type { Node, Parent } from 'unist';
import frontMatterOf from '@11ty/gray-matter';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { ReadingTime } from '../../model/readingTime';

/** Words a minute: what adults read silently of non-fiction, less a little as this is technical (Brysbaert 2019: 238). */
const PACE = 220;
/** A table is looked over, and so is a terminal: of its words, the share that is read. */
const SCANNED = 0.5;
/** Minutes to think before an answer is looked at. */
const THOUGHT = 0.5;

const QUESTIONS = ['Check', 'Decide', 'PlaceYourBet'];
/** What is said by attributes and stands on the page. */
const SAID = ['question', 'claim', 'text', 'cost'];
const SKIPPED = ['mdxjsEsm', 'mdxFlowExpression', 'mdxTextExpression'];

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}][^\s—–]*/gu)?.length ?? 0;

interface Weighed {
  words: number;
  questions: number;
  figures: number;
}

interface Element extends Parent {
  name?: string;
  attributes?: { name?: string; value?: unknown }[];
  value?: string;
}

/** One that shows a single lane or drawing is looked at with the sentence beside it. */
const isLaboratory = ({ name, attributes = [] }: Element): boolean =>
  name === 'Experiment' && !attributes.some((each) => each.name === 'lane' || each.name === 'view');

function weigh(node: Element, into: Weighed): Weighed {
  if (SKIPPED.includes(node.type)) return into;
  if (node.type === 'code') into.words += SCANNED * wordsIn(node.value ?? '');
  else if (node.type === 'table') into.words += SCANNED * wordsIn(tableText(node));
  else if (node.type === 'text' || node.type === 'inlineCode') into.words += wordsIn(node.value ?? '');
  else {
    if (isLaboratory(node)) into.figures += 1;
    if (node.name !== undefined && QUESTIONS.includes(node.name)) into.questions += 1;
    for (const { name, value } of node.attributes ?? [])
      if (SAID.includes(name ?? '') && typeof value === 'string') into.words += wordsIn(value);
    for (const child of node.children ?? []) weigh(child as Element, into);
  }
  return into;
}

const tableText = (table: Parent): string =>
  (table.children as Parent[])
    .flatMap((row) => row.children)
    .map((cell: Node) => toString(cell))
    .join(' ');

/** Docusaurus asks several times. */
const weighed = new Map<string, Weighed>();

function weighedOf(mdx: string): Weighed {
  const known = weighed.get(mdx);
  if (known) return known;
  const tree = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).parse(frontMatterOf(mdx).content);
  const found = weigh(tree, { words: 0, questions: 0, figures: 0 });
  weighed.set(mdx, found);
  return found;
}

/** `mdx`: the chapter with its front matter. `cards`: how many questions stand at the ends of its sections. */
export function readingTime(mdx: string, cards = 0): ReadingTime {
  const { words, questions, figures } = weighedOf(mdx);
  return { minutes: Math.max(1, Math.round(words / PACE + questions * THOUGHT)), figures, cards };
}

/** Of the file of questions beside a chapter. */
function cardsBeside(chapter: string): number {
  const file = chapter.replace(/\.mdx$/, '.questions.yaml');
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/^- id:/gm)?.length ?? 0) : 0;
}

interface Read {
  filePath: string;
  fileContent: string;
}
type FrontMatter = Record<string, unknown>;

/** Puts it into the front matter of what is read from the top, where the page finds it. */
export async function withReadingTime<
  Params extends Read & { defaultParseFrontMatter: (params: Params) => Promise<{ frontMatter: FrontMatter }> },
>(params: Params): Promise<{ frontMatter: FrontMatter; content: string }> {
  const { filePath, fileContent, defaultParseFrontMatter } = params;
  const found = (await defaultParseFrontMatter(params)) as { frontMatter: FrontMatter; content: string };
  if (!/\.mdx$/.test(filePath)) return found;
  return { ...found, frontMatter: { ...found.frontMatter, time: readingTime(fileContent, cardsBeside(filePath)) } };
}
