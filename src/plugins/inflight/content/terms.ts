import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import type { Plugin } from 'unified';
import { visit } from 'unist-util-visit';
import type { Word } from '../../../model/glossary';
import { textOf } from '../jsx';
import { GLOSSARY_FILE } from './addContent';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Gives each `<Term name="RTT">` what the glossary says of the word: so a page has the words that it names, and no others.
 * And the sign behind it, which has to stay on its line.
 */
const terms: Plugin<[{ data: string }], Root> =
  ({ data }) =>
  (tree, file) => {
    const words = JSON.parse(readFileSync(join(data, GLOSSARY_FILE), 'utf8')) as Word[];
    visit(tree, (node, index, parent) => {
      if ((node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') || node.name !== 'Term') return;
      const name = textOf(node, 'name');
      const word = words.find((each) => each.name === name);
      if (word) {
        node.attributes.push(
          { type: 'mdxJsxAttribute', name: 'full', value: word.full ?? `${capital(word.name)}.` },
          { type: 'mdxJsxAttribute', name: 'meaning', value: word.meaning },
        );
        const next = parent?.children[(index ?? 0) + 1];
        const sign = next?.type === 'text' ? /^[:;,.!?)]+/.exec(next.value)?.[0] : undefined;
        if (next?.type !== 'text' || sign === undefined) return;
        node.attributes.push({ type: 'mdxJsxAttribute', name: 'sign', value: sign });
        next.value = next.value.slice(sign.length);
      } else {
        const known = words.map((each) => each.name).join(', ');
        file.fail(`<Term name="${name}">: docs/glossary.yaml has no such word; it has ${known}`, node.position);
      }
    });
  };

export default terms;
