/** Pieces of JavaScript, as MDX takes them. */
import type { MdxJsxAttributeValueExpression } from 'mdast-util-mdx-jsx';

export type Program = NonNullable<NonNullable<MdxJsxAttributeValueExpression['data']>['estree']>;
export type Expression = (Program['body'][number] & { type: 'ExpressionStatement' })['expression'];

/** An attribute's value in braces. */
export function expressionOf(expression: Expression): MdxJsxAttributeValueExpression {
  const estree: Program = {
    type: 'Program',
    sourceType: 'module',
    comments: [],
    body: [{ type: 'ExpressionStatement', expression }],
  };
  return { type: 'mdxJsxAttributeValueExpression', value: '', data: { estree } };
}

/** `import name from 'from'` */
export function importDefault(name: string, from: string): Program {
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
