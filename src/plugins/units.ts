import type { PhrasingContent, Root } from 'mdast';
import type { Plugin } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** A number and its unit: `50 Mbit/s`, `10 segments` not, for words may stand in the next line. */
const AMOUNT = /\d[\d.,]* (?:[µm]?s|[kMG]?bit\/s|[kMG]B\/s|[kMG]?Hz|(?:[kMG]i?)?B)(?![\w/])/g;
/** What stands in attributes that are read as text. */
const SPOKEN = ['question', 'claim', 'text', 'cost'];

/** Keeps a number and its unit in one line; authors write them as one writes. */
const units: Plugin<[], Root> = () => (tree) => {
  visit(tree, (node, index, parent) => {
    if (node.type === 'heading') return SKIP;
    if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
      for (const attribute of node.attributes) {
        if (attribute.type === 'mdxJsxAttribute' && SPOKEN.includes(attribute.name)) {
          if (typeof attribute.value === 'string') attribute.value = attribute.value.replace(AMOUNT, unbroken);
        }
      }
    }
    if (node.type !== 'text' || !parent || index === undefined) return undefined;
    const pieces = split(node.value);
    if (pieces.every(({ type }) => type === 'text')) return undefined;
    (parent.children as PhrasingContent[]).splice(index, 1, ...pieces);
    return index + pieces.length;
  });
};

const unbroken = (amount: string): string => amount.replace(' ', '\u00a0');

/** A text as texts and amounts. */
function split(text: string): PhrasingContent[] {
  const pieces: PhrasingContent[] = [];
  let from = 0;
  for (const { 0: amount, index } of text.matchAll(AMOUNT)) {
    if (index > from) pieces.push({ type: 'text', value: text.slice(from, index) });
    pieces.push({
      type: 'mdxJsxTextElement',
      name: 'span',
      attributes: [{ type: 'mdxJsxAttribute', name: 'className', value: 'amount' }],
      children: [{ type: 'text', value: amount }],
    });
    from = index + amount.length;
  }
  if (from < text.length) pieces.push({ type: 'text', value: text.slice(from) });
  return pieces;
}

export default units;
