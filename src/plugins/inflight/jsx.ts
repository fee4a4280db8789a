import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';

export type Element = MdxJsxFlowElement | MdxJsxTextElement;

/** An attribute that is written as a plain string. */
export function textOf(node: Element, name: string): string | undefined {
  const value = node.attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name)?.value;
  return typeof value === 'string' ? value : undefined;
}
