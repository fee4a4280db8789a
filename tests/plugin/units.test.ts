/** Numbers and units stay in one line. */
import type { Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import units from '../../src/plugins/units';

/** What is kept together in a paragraph of that text. */
function kept(text: string): string[] {
  const tree: Root = { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
  (units as () => (tree: Root) => void)()(tree);
  const [paragraph] = tree.children;
  if (paragraph?.type !== 'paragraph') return [];
  const said = paragraph.children.map((child) =>
    'children' in child
      ? child.children.map((each) => ('value' in each ? each.value : '')).join('')
      : 'value' in child
        ? child.value
        : '',
  );
  expect(said.join('')).toBe(text);
  return said.filter((_, i) => paragraph.children[i]!.type === 'mdxJsxTextElement');
}

describe('a number and its unit', () => {
  it('are kept together', () => {
    expect(kept('From 50 Mbit/s at 0.1% to 1.5 GB in 12,5 ms.')).toEqual(['50 Mbit/s', '1.5 GB', '12,5 ms']);
    expect(kept('9.1 s')).toEqual(['9.1 s']);
  });

  it('are not a number and a word', () => {
    expect(kept('In 10 segments, 3 senders and 2 bits there are 5 Bytes.')).toEqual([]);
  });
});
