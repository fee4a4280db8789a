import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import type { Plugin } from 'unified';
import { visit } from 'unist-util-visit';

type Element = MdxJsxFlowElement | MdxJsxTextElement;
type Program = NonNullable<
  NonNullable<(Element['attributes'][number] & { type: 'mdxJsxExpressionAttribute' })['data']>['estree']
>;
type Expression = (Program['body'][number] & { type: 'ExpressionStatement' })['expression'];

/**
 * Lets an author write `<Experiment id="send-buffer" />`: adds the import of the prerendered figure and hands it over
 * as `data`, and what stands behind the tabs as `more`, which is loaded when a reader asks for it.
 */
const experiments: Plugin<[{ data: string }], Root> =
  ({ data }) =>
  (tree, file) => {
    const imported = new Map<string, string>();
    visit(tree, (node) => {
      if ((node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') || node.name !== 'Experiment')
        return;
      const id = node.attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === 'id')?.value;
      if (typeof id !== 'string') {
        file.fail('<Experiment> needs an id, written as a plain string', node.position);
      } else if (!existsSync(join(data, `${id}.json`))) {
        file.fail(
          `<Experiment id="${id}">: simulations/inflight/experiments has no experiment of that id`,
          node.position,
        );
      } else {
        if (!imported.has(id)) imported.set(id, `experiment${imported.size}`);
        attach(node, 'data', { type: 'Identifier', name: imported.get(id)! });
        attach(node, 'more', lazyImport(`@inflight/${id}.more.json`));
      }
    });
    for (const [id, name] of imported) {
      tree.children.unshift({
        type: 'mdxjsEsm',
        value: '',
        data: { estree: importDefault(name, `@inflight/${id}.json`) },
      });
    }
  };

function attach(node: Element, name: string, expression: Expression): void {
  const estree: Program = {
    type: 'Program',
    sourceType: 'module',
    comments: [],
    body: [{ type: 'ExpressionStatement', expression }],
  };
  node.attributes.push({
    type: 'mdxJsxAttribute',
    name,
    value: { type: 'mdxJsxAttributeValueExpression', value: '', data: { estree } },
  });
}

function lazyImport(from: string): Expression {
  return {
    type: 'ArrowFunctionExpression',
    expression: true,
    params: [],
    body: { type: 'ImportExpression', source: { type: 'Literal', value: from } },
  };
}

function importDefault(name: string, from: string): Program {
  return {
    type: 'Program',
    sourceType: 'module',
    comments: [],
    body: [
      {
        type: 'ImportDeclaration',
        specifiers: [{ type: 'ImportDefaultSpecifier', local: { type: 'Identifier', name } }],
        source: { type: 'Literal', value: from },
        attributes: [],
      },
    ],
  };
}

export default experiments;
