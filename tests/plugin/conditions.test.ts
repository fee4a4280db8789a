/** What a statement depends on is data, and shown where the text does not say it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { describe, expect, it } from 'vitest';
import conditions, { readConditions } from '../../src/plugins/inflight/content/conditions';
import numbers from '../../src/plugins/inflight/content/numbers';
import { walk } from '../../src/plugins/inflight/content/walk';
import { readChapter } from '../../src/plugins/inflight/facts';
import { type Element, textOf } from '../../src/plugins/inflight/jsx';

const DOCS = join(import.meta.dirname, '../../docs');
const chapters = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mdx'));

const reader = unified().use(remarkParse).use(remarkMdx).use(remarkGfm).use(numbers, { docs: DOCS });

function filled(mdx: string): Root {
  const file = new VFile({ path: join(DOCS, 'x.mdx'), value: mdx.replace(/^---\n.*?\n---\n/s, '') });
  const whole = reader().use(conditions, { docs: DOCS });
  return whole.runSync(whole.parse(file), file) as Root;
}

function given(mdx: string): Element[] {
  const found: Element[] = [];
  walk(filled(mdx), (node: Nodes) => {
    if ('name' in node && (node.name === 'If' || node.name === 'Since')) found.push(node as Element);
  });
  return found;
}
const marks = (mdx: string) => given(mdx).map((node) => [textOf(node, 'holds'), textOf(node, 'mark')]);

describe('a condition', () => {
  it('is marked where its paragraph does not say it', () => {
    expect(marks('It takes <If hz="250">62 s</If>.')).toEqual([['with HZ=250', 'HZ=250']]);
    expect(marks('<If hz="250">With HZ=250 it takes 62 s.</If>')).toEqual([['with HZ=250', undefined]]);
  });

  it('can be a range of kernels', () => {
    expect(marks('<Since v="6.5">After 2 s.</Since> <Since to="6.4">After 3.</Since>')).toEqual([
      ['from Linux 6.5', '≥ 6.5'],
      ['up to Linux 6.4', '≤ 6.4'],
    ]);
    expect(marks('<Since v="5.0" to="6.15">Only then.</Since>')).toEqual([
      ['from Linux 5.0, up to Linux 6.15', '≥ 5.0, ≤ 6.15'],
    ]);
    expect(marks('<Since before="2.6.31">It was so before 2.6.31.</Since>')).toEqual([
      ['before Linux 2.6.31', undefined],
    ]);
  });

  it('is a sentence, also alone in its line', () => {
    const [paragraph] = filled('<Since v="6.5">After 2 s.</Since>').children;
    expect(paragraph!.type).toBe('paragraph');
  });

  it.each([
    ['<If hz="251">x</If>', 'hz: 100, 250'],
    ['<If speed="1">x</If>', '<If> needs'],
    ['<Since v="lately">x</Since>', '<Since> needs'],
    ['<Since>x</Since>', '<Since> needs'],
    ['It is so since Linux 6.5.', '“since Linux 6.5”'],
    ['It was so up to 4.3, no longer.', '“up to 4.3”'],
    ['With HZ=250 it is 62 s.', '“HZ=250”'],
    ['## Since Linux 5.6', '“Since Linux 5.6”'],
    ['| kernel | rule |\n| --- | --- |\n| any | off, since Linux 4.4 |', '“since Linux 4.4”'],
  ])('%s is refused', (mdx, words) => expect(() => filled(mdx)).toThrow(words));

  it.each(['It waits from 2.4 up to 2.6 s.', 'Choose *Since Linux 6.5*.', '| kernel |\n| --- |\n| since 4.4 |'])(
    '%s is none',
    (mdx) => expect(given(mdx)).toEqual([]),
  );

  it('is explained at a place that there is', () => {
    for (const { name, place } of [...readConditions(DOCS), { name: 'kernel', place: 'about/evidence#kernels' }]) {
      const [page, anchor] = place.split('#');
      const { headings } = readChapter(readFileSync(join(DOCS, `${page}.mdx`), 'utf8'));
      expect(
        headings.map(({ id }) => id),
        name,
      ).toContain(anchor);
    }
  });
});

it.each(chapters)('%s says no condition and no shared number by hand', (name) => {
  const mdx = readFileSync(join(DOCS, name), 'utf8');
  expect(() => filled(mdx)).not.toThrow();
});
