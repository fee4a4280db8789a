import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import type { Plugin } from 'unified';
import { expressionOf, importDefault } from '../estree';
import { idOf } from '../facts';
import { type AskedSections, cardsFile, SECTIONS_FILE } from './bank';

/** The recap of a chapter follows its last section, and is not part of it. */
const isRecap = (node: RootContent | undefined): boolean => node?.type === 'mdxJsxFlowElement' && node.name === 'Recap';

/**
 * Puts the cards of a chapter's file of questions into the chapter, `<SectionCards>` at the end of each section that
 * has any. A card whose section is not there is an author's slip and fails the build.
 */
const questions: Plugin<[{ docs: string; data: string }], Root> =
  ({ docs, data }) =>
  (tree, file) => {
    const chapter = relative(docs, file.path)
      .replace(/\.mdx$/, '')
      .replaceAll('\\', '/');
    const asked = JSON.parse(readFileSync(join(data, SECTIONS_FILE), 'utf8')) as AskedSections;
    if (!(chapter in asked)) return;
    const wanted = new Set(asked[chapter]);
    const children: RootContent[] = [];
    let section: string | undefined;
    const close = (): void => {
      if (section === undefined || !wanted.delete(section)) return;
      children.splice(children.length - (isRecap(children.at(-1)) ? 1 : 0), 0, cardsOf(section));
    };
    for (const node of tree.children) {
      if (node.type === 'heading' && node.depth <= 2) {
        close();
        section = idOf(node);
      }
      children.push(node);
    }
    close();
    if (wanted.size > 0) file.fail(`${cardsFile(chapter)}: this page has no section ${[...wanted].join(', ')}`);
    tree.children = [
      {
        type: 'mdxjsEsm',
        value: '',
        data: { estree: importDefault('sectionCards', `@inflight/${cardsFile(chapter)}`) },
      },
      ...children,
    ];
  };

function cardsOf(section: string): MdxJsxFlowElement {
  const cards = expressionOf({
    type: 'MemberExpression',
    computed: true,
    optional: false,
    object: { type: 'Identifier', name: 'sectionCards' },
    property: { type: 'Literal', value: section },
  });
  return {
    type: 'mdxJsxFlowElement',
    name: 'SectionCards',
    attributes: [{ type: 'mdxJsxAttribute', name: 'cards', value: cards }],
    children: [],
  };
}

export default questions;
