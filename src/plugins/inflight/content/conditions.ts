/** `<If hz="250">` and `<Since v="6.5">`: what a statement depends on, as data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes, Parents, PhrasingContent, Root } from 'mdast';
import type { MdxJsxAttribute } from 'mdast-util-mdx-jsx';
import { toString } from 'mdast-util-to-string';
import type { Plugin } from 'unified';
import * as v from 'valibot';
import type { KernelRange } from '../../../model/kernels';
import { type Element, textOf } from '../jsx';
import { fields, listOf, parseContent, text } from './parseContent';
import { replace, walk } from './walk';

const condition = fields({ name: text, words: text, values: listOf(text, 2), see: text, place: text });
export type Condition = v.InferOutput<typeof condition>;

/** What a statement holds for: in words, short for the margin, and how a text that says it itself would put it. */
interface Given extends KernelRange {
  holds: string;
  mark: string;
  said: RegExp;
  see: string;
  place: string;
}

/** Where the page that lists kernels stands, and how a reader finds which one is running. */
const KERNEL = { see: 'uname -r', place: 'about/evidence#kernels' };

const VERSION = /^[2-9]\.\d+(\.\d+)?$/;
const RANGES = { v: ['from Linux', '≥'], to: ['up to Linux', '≤'], before: ['before Linux', '<'] } as const;
/** “Since Linux 6.5”, “up to 4.3”, “kernels before 5.6”; not “from 2.4 to 2.6 s”, nor another program’s version. */
const BY_HAND =
  /(?<!OpenSSH[ \u00a0])\b(?:since|up to|until|before)[ \u00a0](?:(?:Linux|kernels?)[ \u00a0])?[2-7]\.\d{1,2}\b(?![ \u00a0]?(?:m?s|µs|%|[kMG]?B|[kMG]bit)\b)|\bHZ[= \u00a0]\d+/i;

export function readConditions(docs: string): Condition[] {
  const yaml = readFileSync(join(docs, 'conditions.yaml'), 'utf8');
  return parseContent(listOf(condition), { file: 'docs/conditions.yaml', yaml });
}

/** What an element says that its statement depends on, or what is wrong with it. */
export function givenBy(node: Element, conditions: readonly Condition[]): Given | string {
  const named = node.attributes.flatMap((each) => (each.type === 'mdxJsxAttribute' ? [each.name] : []));
  if (node.name === 'Since') {
    const wrong = named.find((name) => !(name in RANGES) || !VERSION.test(textOf(node, name) ?? ''));
    if (wrong !== undefined || named.length === 0) return '<Since> needs v, to or before, each a version such as "6.5"';
    const range = { from: textOf(node, 'v'), to: textOf(node, 'to'), before: textOf(node, 'before') };
    const said = named.map((name) => [...RANGES[name as keyof typeof RANGES], textOf(node, name)!] as const);
    return {
      holds: said.map(([words, , version]) => `${words} ${version}`).join(', '),
      mark: said.map(([, sign, version]) => `${sign} ${version}`).join(', '),
      said: new RegExp(said.map(([, , version]) => `\\b${version.replaceAll('.', '\\.')}\\b`).join('|')),
      ...range,
      ...KERNEL,
    };
  }
  const [name] = named;
  const known = conditions.find((each) => each.name === name);
  const value = known && textOf(node, known.name);
  if (!known || named.length > 1 || !known.values.includes(value!)) {
    return `<If> needs one of ${conditions.map((each) => `${each.name}: ${each.values.join(', ')}`).join('; ')}`;
  }
  const words = known.words.replace('{}', value!);
  return { holds: `with ${words}`, mark: words, said: new RegExp(words), see: known.see, place: known.place };
}

const isGiven = (node: Nodes): node is Element =>
  (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') &&
  (node.name === 'If' || node.name === 'Since');

/**
 * Gives each `<If>` and `<Since>` its words, with a mark where the paragraph does not say them itself, and refuses a
 * text that says such a condition outside of one.
 */
const conditions: Plugin<[{ docs: string }], Root> =
  ({ docs }) =>
  (tree, file) => {
    const known = readConditions(docs);
    asSentences(tree);
    walk(tree, (node, parents) => {
      if (!isGiven(node)) return;
      const given = givenBy(node, known);
      if (typeof given === 'string') return file.fail(given, node.position);
      const { mark, said, ...all } = given;
      const paragraph = [...parents].reverse().find(({ type }) => type === 'paragraph' || type === 'tableCell');
      const attributes = { ...all, ...(!said.test(toString(paragraph)) && { mark }) };
      node.attributes = Object.entries(attributes).flatMap(([name, value]): MdxJsxAttribute[] =>
        value === undefined ? [] : [{ type: 'mdxJsxAttribute', name, value }],
      );
    });
    walk(tree, (node, parents) => {
      // What is emphasised is a preset's name, and a row says in its first cell what it holds for.
      if (node.type === 'emphasis' || isGiven(node) || isHead(node, parents)) return false;
      const said = node.type === 'text' && BY_HAND.exec(node.value);
      return said ? file.fail(`“${said[0]}” is a condition: write it as <Since v="…"> or <If …>`, node.position) : true;
    });
  };

/** A cell of a table's first row, or the first of another row. */
function isHead(node: Nodes, parents: readonly Parents[]): boolean {
  if (node.type !== 'tableCell') return false;
  const [table, row] = parents.slice(-2);
  return row!.children[0] === node || table!.children[0] === row;
}

/** MDX takes one that is alone in its line for a block; it is a sentence. */
function asSentences(tree: Root): void {
  walk(tree, (node, parents) => {
    if (node.type !== 'mdxJsxFlowElement' || !isGiven(node)) return;
    const children = node.children as unknown as PhrasingContent[];
    const sentence = { ...node, type: 'mdxJsxTextElement' as const, children };
    replace(parents.at(-1)!, node, { type: 'paragraph', children: [sentence] });
  });
}

export default conditions;
