/** The page of myths repeats what the chapters say, word for word, and its links still lead where they led. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Link, Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { toString } from 'mdast-util-to-string';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';
import { describe, expect, it } from 'vitest';
import facts from '../../docs/facts.json';
import { parse } from '../../src/plugins/inflight/facts';
import myths, { mythsIn } from '../../src/plugins/inflight/myths';

const DOCS = join(import.meta.dirname, '../../docs');
const PAGE = join(DOCS, 'guide/myths.mdx');
const FALSE = Object.entries(facts).flatMap(([id, { verdict }]) => (/wrong|outdated/.test(verdict) ? [id] : []));

const linksIn = (tree: Root | MdxJsxFlowElement): string[] => {
  const found: string[] = [];
  visit(tree, 'link', ({ url }: Link) => void found.push(url));
  return found;
};

async function filled(order: string[]): Promise<Root> {
  const data = mkdtempSync(join(tmpdir(), 'inflight-'));
  writeFileSync(join(data, 'claims.json'), JSON.stringify({ claims: order.map((id) => ({ id })) }));
  const page = new VFile({ path: PAGE, value: readFileSync(PAGE, 'utf8') });
  return (await unified()
    .use(myths, { docs: DOCS, data })
    .run(parse(String(page)).tree, page)) as Root;
}

function cardsOf(tree: Root): MdxJsxFlowElement[] {
  const found: MdxJsxFlowElement[] = [];
  visit(tree, 'mdxJsxFlowElement', (node: MdxJsxFlowElement) => void (node.name === 'MythCard' && found.push(node)));
  return found;
}

const given = (card: MdxJsxFlowElement, name: string) =>
  card.attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name)?.value;

describe('the page of myths', async () => {
  const order = [...FALSE].reverse();
  const cards = cardsOf(await filled(order));

  it('has a card for each claim that does not hold, in the order it is given', () => {
    expect(cards).toHaveLength(74);
    expect(cards.map((card) => given(card, 'fact'))).toEqual(order);
  });

  it('says of each what is said, the verdict, the truth and the source', () => {
    for (const card of cards) {
      for (const name of ['claim', 'verdict', 'source']) expect(given(card, name), name).toMatch(/\w/);
      expect(toString(card).length, String(given(card, 'fact'))).toBeGreaterThan(40);
    }
  });

  it('links only to what is there', () => {
    const links = cards.flatMap((card) => linksIn(card)).filter((url) => !/^[a-z]+:/.test(url));
    expect(links.length).toBeGreaterThan(0);
    for (const url of links) {
      const [path, anchor] = url.split('#');
      const file = join(dirname(PAGE), path!);
      expect(existsSync(file), url).toBe(true);
      if (anchor) expect(readFileSync(file, 'utf8')).toContain(`#${anchor} */}`);
    }
  });
});

describe('a link of a chapter', () => {
  const move = (url: string) => {
    const mdx = `<Myth fact="C01" claim="c" verdict="wrong" source="s">\n\nSee [it](${url}).\n\n</Myth>`;
    return linksIn(mythsIn(mdx, '/docs/opening/handshake.mdx', '/docs/guide/myths.mdx').get('C01')!)[0];
  };
  it.each([
    ['./timers.mdx', '../opening/timers.mdx'],
    ['timers.mdx#rto', '../opening/timers.mdx#rto'],
    ['../guide/claims.mdx', './claims.mdx'],
    ['#mss', '../opening/handshake.mdx#mss'],
    ['https://example.org/a#b', 'https://example.org/a#b'],
    ['/figures/', '/figures/'],
  ])('%s becomes %s', (from, to) => expect(move(from)).toBe(to));
  it('is left out with a claim that holds', () =>
    expect(mythsIn('<Myth fact="C01" claim="c" verdict="true" source="s">\n\nYes.\n\n</Myth>', 'a', 'b').size).toBe(0));
});
