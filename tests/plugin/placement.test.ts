/** What an author says where a figure is placed is held to what the experiment has, while the book is built. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Root } from 'mdast';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../src/model/contract';
import { parse } from '../../src/plugins/inflight/facts';
import { firstFile } from '../../src/plugins/inflight/figureFiles';
import type { Element } from '../../src/plugins/inflight/jsx';
import experiments from '../../src/plugins/inflight/remark';
import { cpython } from '../command-line';

const list = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
const data = mkdtempSync(join(tmpdir(), 'inflight-'));
writeFileSync(join(data, 'experiments.json'), JSON.stringify(list.experiments));
for (const id of ['send-buffer', 'token-bucket']) {
  mkdirSync(dirname(join(data, firstFile(id))), { recursive: true });
  writeFileSync(join(data, firstFile(id)), '{}');
}

/** The elements of a page, in their order, as the plugin leaves them. */
function placed(page: string): Element[] {
  const found: Element[] = [];
  visit(unified().use(experiments, { data }).runSync(parse(page).tree) as Root, (node) => {
    if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') found.push(node);
  });
  return found;
}

const attribute = ({ attributes }: Element, wanted: string): unknown =>
  attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === wanted)?.value;

const LABORATORY = '<Experiment id="send-buffer" />\n\n';

describe('a figure', () => {
  it('is small if it names a lane or a view, and then fetches its data itself', () => {
    const [whole, lane, view] = placed(
      `${LABORATORY}<Experiment id="send-buffer" name="one" lane="buffer" knobs="sndbuf" />\n\n` +
        '<Experiment id="send-buffer" name="two" view="pipe" knobs="sndbuf,rtt" number="goodput" />\n',
    );
    expect([whole, lane, view].map((each) => each!.name)).toEqual(['Experiment', 'SmallFigure', 'SmallFigure']);
    expect([whole, lane, view].map((each) => attribute(each!, 'data') !== undefined)).toEqual([true, false, false]);
  });

  it.each([
    ['name="x" preset="none"', 'preset="none" is not one of as-found, '],
    ['name="x" knobs="rate,speed"', 'knobs="speed" is not one of sndbuf, wmem_max, rate, '],
    ['name="x" knobs="sndbuf,rate,rtt,size"', 'knobs="sndbuf,rate,rtt,size" has 4 controls; at most 3 are allowed'],
    ['name="x" number="goodput"', 'number and share are for small figures'],
    ['name="x" lane="queue" knobs="rtt"', 'lane="queue" is not one of sequence, buffer, throughput'],
    ['name="x" view="lanes" knobs="rtt"', 'view="lanes" is not one of pipe, '],
    ['name="x" lane="buffer" view="pipe" knobs="rtt"', 'a lane or a view, not both'],
    ['name="x" lane="buffer" knobs="rtt" number="speed"', 'number="speed" is not one of transfer_time, goodput, '],
    ['name="x" lane="buffer" knobs="rtt,rate,size"', 'knobs="rtt,rate,size" has 3 controls; at most 2 are allowed'],
    ['name="x" lane="buffer"', 'a small figure needs one or two knobs'],
    ['lane="buffer" knobs="rtt" share="other"', 'share="other" is not one of send-buffer'],
    ['lane="buffer" knobs="rtt"', 'this page already has a figure named "send-buffer"'],
  ])('with %s is refused', (attributes, words) =>
    expect(() => placed(`${LABORATORY}<Experiment id="send-buffer" ${attributes} />\n`)).toThrow(words),
  );

  it('shares the state of one before it, of the same experiment', () => {
    const shared = '<Experiment id="send-buffer" share="send-buffer" lane="buffer" knobs="sndbuf" />\n';
    expect(placed(LABORATORY + shared)).toHaveLength(2);
    expect(() => placed(shared)).toThrow('no figure of send-buffer comes before it on this page');
  });
});

it('a coloured word is told which figure of the page shows it', () => {
  const page = `<Experiment id="token-bucket" />\n\n${LABORATORY}The <Quantity name="unacked">bytes</Quantity> wait.\n`;
  expect(attribute(placed(page)[2]!, 'seen')).toMatchObject({
    data: { estree: { body: [{ expression: { value: 'send-buffer' } }] } },
  });
  expect(attribute(placed('A <Quantity name="rto">timer</Quantity>.\n')[0]!, 'seen')).toBeUndefined();
});
