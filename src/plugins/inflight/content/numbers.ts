/** `<Number name="pipe" />`: a number of docs/numbers.yaml, which is the same in all chapters. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import type { Plugin } from 'unified';
import * as v from 'valibot';
import { type Element, textOf } from '../jsx';
import { fields, listOf, parseContent, text } from './parseContent';
import { replace, walk } from './walk';

const values = v.record(text, text);

const number = fields({
  name: text,
  text,
  of: text,
  given: v.optional(values),
  figure: v.optional(fields({ id: text, at: values, summary: text, per: v.optional(text) })),
  limit: v.optional(fields({ id: text, at: values, parameter: text, summary: text })),
  recording: v.optional(fields({ name: text, kernel: text, field: listOf(text) })),
  by_hand: listOf(text),
});
export type SharedNumber = v.InferOutput<typeof number>;

/** The numbers of a book. Each has one source. */
export function readNumbers(docs: string): SharedNumber[] {
  const yaml = readFileSync(join(docs, 'numbers.yaml'), 'utf8');
  return parseContent(listOf(number), { file: 'docs/numbers.yaml', yaml }, (numbers) =>
    numbers.flatMap(({ name, figure, limit, recording }) =>
      [figure, limit, recording].filter(Boolean).length === 1
        ? []
        : [`${name}: it needs one of figure, limit and recording`],
    ),
  );
}

/** As a part of a regular expression; spaces may be those that do not break. */
export const literal = (words: string): string =>
  words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[ \u00a0\u202f]/g, '[ \\u00a0\\u202f]');

/** Finds what a chapter may not write itself. */
export function byHand({ text, by_hand }: SharedNumber): RegExp {
  const phrases = by_hand.map((phrase) => literal(phrase.replace('{}', text)));
  return new RegExp(`(?<![\\d.,])(?:${phrases.join('|')})(?![\\w/])`);
}

/** Puts the numbers into the text, and refuses one that is written by hand, or without what it depends on. */
const numbers: Plugin<[{ docs: string }], Root> =
  ({ docs }) =>
  (tree, file) => {
    const known = readNumbers(docs);
    const names = known.map((each) => each.name).join(', ');
    walk(tree, (node, parents) => {
      if (node.type === 'text') {
        for (const each of known) {
          const [found] = byHand(each).exec(node.value) ?? [];
          if (found) file.fail(`“${found}”: write <Number name="${each.name}" />`, node.position);
        }
      }
      if ((node.type !== 'mdxJsxTextElement' && node.type !== 'mdxJsxFlowElement') || node.name !== 'Number') return;
      const own = known.find((each) => each.name === textOf(node, 'name'));
      if (!own)
        return file.fail(`<Number name="${textOf(node, 'name')}">: docs/numbers.yaml has ${names}`, node.position);
      for (const [name, value] of Object.entries(own.given ?? {})) {
        const isWithin = parents.some((each) => 'attributes' in each && textOf(each as Element, name) === value);
        if (!isWithin) file.fail(`${own.name} is only true in <If ${name}="${value}">`, node.position);
      }
      replace(parents.at(-1)!, node, { type: 'text', value: own.text });
    });
  };

export default numbers;
