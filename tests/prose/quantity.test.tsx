/** A number that a text has from a figure is the model's, of the run that is meant. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Root } from 'mdast';
import { renderToStaticMarkup } from 'react-dom/server';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it, vi } from 'vitest';
import type { Experiment } from '../../src/model/contract';
import type { Prerendered } from '../../src/model/types';
import { parse } from '../../src/plugins/inflight/facts';
import { firstFile } from '../../src/plugins/inflight/figureFiles';
import { type Element, textOf } from '../../src/plugins/inflight/jsx';
import experiments from '../../src/plugins/inflight/remark';
import Quantity from '../../src/prose/Quantity';
import { cpython } from '../command-line';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

const list = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
const experiment = list.experiments.find(({ id }) => id === 'listen-queues')!;

describe('what a run comes to', () => {
  const data = mkdtempSync(join(tmpdir(), 'inflight-'));
  writeFileSync(join(data, 'experiments.json'), JSON.stringify(list.experiments));
  mkdirSync(join(data, firstFile(experiment.id), '..'), { recursive: true });
  writeFileSync(join(data, firstFile(experiment.id)), '{}');

  function bound(quantity: string): Element {
    const page = `<Experiment id="listen-queues" name="cure" preset="both-raised" />\n\nIt is ${quantity} here.`;
    const tree = unified().use(experiments, { data }).runSync(parse(page).tree) as Root;
    let found: Element | undefined;
    visit(tree, (node) => {
      if (node.type === 'mdxJsxTextElement' && node.name === 'Quantity') found = node;
    });
    return found!;
  }
  const valueOf = (node: Element, name: string) =>
    node.attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name)?.value;

  it('is that of the preset with which the figure opens, or of another', () => {
    expect(valueOf(bound('<Quantity figure="cure" summary="slow" />'), 'preset')).toMatchObject({
      data: { estree: { body: [{ expression: { value: 'both-raised' } }] } },
    });
    const other = bound('<Quantity figure="cure" preset="only-somaxconn-raised" summary="overflows" />');
    expect(textOf(other, 'preset')).toBe('only-somaxconn-raised');
    expect(valueOf(other, 'data')).toBeDefined();
  });

  it.each([
    ['<Quantity figure="cure" summary="speed" />', 'listen-queues gives most_waiting'],
    ['<Quantity figure="cure" preset="none" summary="slow" />', 'the presets of listen-queues are'],
    ['<Quantity figure="else" summary="slow" />', 'this page has cure'],
  ])('%s is refused', (quantity, words) => expect(() => bound(quantity)).toThrow(words));

  it('is said with its unit, rounded', () => {
    const runs = {
      'a-burst': { summary: { slow: { value: 172.2, unit: 'clients' } } },
    } as unknown as Prerendered['runs'];
    const own = { experiment, runs, more: '' };
    const drawn = renderToStaticMarkup(<Quantity figure="cure" summary="slow" preset="a-burst" data={own} />);
    expect(drawn).toBe('172\u00a0clients');
  });
});
