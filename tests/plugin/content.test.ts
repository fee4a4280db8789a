/** A slip in docs/glossary.yaml, docs/tree.yaml or docs/packet-path.yaml is told by file, entry, value and what is allowed. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Paragraph, Root } from 'mdast';
import type { MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/model/catalogue';
import { readSource } from '../../src/plugins/inflight/content/addContent';
import { bookLink } from '../../src/plugins/inflight/content/bookLink';
import { parseGlossary } from '../../src/plugins/inflight/content/glossary';
import { parseKernels } from '../../src/plugins/inflight/content/kernels';
import { parsePacketPath } from '../../src/plugins/inflight/content/packetPath';
import terms from '../../src/plugins/inflight/content/terms';
import { parseTree } from '../../src/plugins/inflight/content/tree';
import { parse } from '../../src/plugins/inflight/facts';

const docs = ['windows/why-slow', 'windows/memory', 'cases/big-query'].map((id) => ({
  ...{ id, title: `Title of ${id}`, permalink: `/book/${id}/`, source: id },
}));
const page = bookLink({ docs, read: () => '## One {/* #one */}\n\n<Myth fact="C15" verdict="wrong" claim="x" />\n' });

/** The lines of what is thrown. */
function mistakes(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('a word', () => {
  const good = `
- name: RTT
  full: Round-trip time.
  meaning: There, and back in 3.10 s.
  place: windows/why-slow#one
- name: ACK
  meaning: It came.
  place: windows/memory#myth-c15
- name: null
  meaning: A word, too.
`;
  const words = (yaml: string) => parseGlossary({ file: 'docs/glossary.yaml', yaml }, page, 'en');

  it('is read as it is written, in the order of the alphabet', () =>
    expect(words(good)).toEqual([
      {
        ...{ name: 'ACK', anchor: 'ack', meaning: 'It came.' },
        place: { to: '/book/windows/memory/#myth-c15', label: 'Title of windows/memory' },
      },
      { name: 'null', anchor: 'null', meaning: 'A word, too.' },
      {
        ...{ name: 'RTT', anchor: 'rtt', full: 'Round-trip time.', meaning: 'There, and back in 3.10 s.' },
        place: { to: '/book/windows/why-slow/#one', label: 'Title of windows/why-slow' },
      },
    ]));

  it.each([
    ['without a meaning', '  meaning: It came.\n', '', 'ACK, meaning: "meaning" is missing'],
    ['that says nothing', 'It came.', "''", 'ACK, meaning: it is empty'],
    ['with half a piece of code', 'It came.', 'It `came.', 'ACK, meaning: backticks come in pairs'],
    [
      'with a field that nobody knows',
      'full:',
      'ful:',
      'RTT, ful: there is no field "ful"; the fields are name, full, meaning, place',
    ],
    [
      'of no chapter',
      'windows/why-slow#',
      'windows/why-slo#',
      'RTT, place: there is no page windows/why-slo; try windows/why-slow, windows/memory',
    ],
    [
      'of no part',
      'windows/why-slow#',
      'window/why-slow#',
      'RTT, place: there is no page window/why-slow; try windows/why-slow, windows/memory, cases/big-query',
    ],
    ['of no heading', '#one', '#two', 'RTT, place: windows/why-slow has no #two; it has one, myth-c15'],
    ['that is there twice', 'name: ACK', 'name: rtt', 'rtt: #rtt already belongs to RTT'],
    ['without a name', '- name: ACK\n ', '-', 'entry 2, name: "name" is missing'],
    [
      'that is none',
      '- name: null\n  meaning: A word, too.',
      '- SYN',
      'entry 3: expected an entry with name, full, meaning, place',
    ],
  ])('%s is told by file, name and field', (_, from, to, told) =>
    expect(mistakes(() => words(good.replace(from, to)))).toEqual([
      expect.stringContaining(`docs/glossary.yaml, ${told}`),
    ]),
  );

  it('is told with all others that are wrong', () =>
    expect(mistakes(() => words(good.replaceAll('meaning', 'means')))).toHaveLength(6));

  it('is missed where there is no list', () =>
    expect(mistakes(() => words(''))).toEqual(['docs/glossary.yaml: expected a list']));

  describe('in a chapter', () => {
    const data = mkdtempSync(join(tmpdir(), 'inflight-'));
    writeFileSync(join(data, 'glossary.json'), JSON.stringify(words(good)));
    const read = async (mdx: string) => (await unified().use(terms, { data }).run(parse(mdx).tree)) as Root;

    it('comes with what the glossary says, in a sentence and alone', async () => {
      const found: unknown[] = [];
      const tree = await read('An <Term name="RTT">RTT</Term> of 1 ms.\n\n<Term name="ACK" />\n');
      visit(tree, ['mdxJsxTextElement', 'mdxJsxFlowElement'], (node) => {
        const { attributes } = node as MdxJsxTextElement;
        found.push(Object.fromEntries(attributes.map((each) => ['name' in each && each.name, each.value])));
      });
      expect(found).toEqual([
        { name: 'RTT', full: 'Round-trip time.', meaning: 'There, and back in 3.10 s.' },
        { name: 'ACK', full: 'ACK.', meaning: 'It came.' },
      ]);
    });

    it('keeps the sign behind it, and leaves the rest', async () => {
      const [paragraph] = (await read('The <Term name="RTT">RTT</Term>: it is long.')).children as Paragraph[];
      const [, term, rest] = paragraph!.children as [unknown, MdxJsxTextElement, { value: string }];
      expect(term.attributes).toContainEqual({ type: 'mdxJsxAttribute', name: 'sign', value: ':' });
      expect(rest.value).toBe(' it is long.');
    });

    it('that the glossary does not have stops the build', () =>
      expect(read('An <Term name="RTX" />.')).rejects.toThrow(
        '<Term name="RTX">: docs/glossary.yaml has no such word; it has ACK, null, RTT',
      ));
  });
});

describe('the tree', () => {
  const good = `
start:
  question: What hurts?
  answers:
    - { text: Slow, then: slow }
    - { text: Dead, then: dead }
slow:
  command: ss
  question: How slow?
  answers:
    - { text: Very, then: dead }
    - { text: A little, then: late }
dead:
  cause: It is dead.
  cure: Bury it.
  figure: { id: fig, preset: two }
  chapter: windows/why-slow#one
  story: big-query
  knobs: [SO_SNDBUF]
late:
  cause: It is late.
  cure: Wait.
  figure: { id: fig, preset: one }
  chapter: windows/memory
  knobs: [SO_SNDBUF]
`;
  const presets = [
    { id: 'one', name: 'One', search: '' },
    { id: 'two', name: 'Two', search: '?fig.x=2' },
  ];
  const figures = [{ id: 'fig', title: 'A figure', presets }] as unknown as Entry[];
  const tree = (yaml: string) =>
    parseTree({ file: 'docs/tree.yaml', yaml }, { page, figures, knobs: new Set(['SO_SNDBUF']) });

  it('grows from its first entry, and an entry may be reached by several ways', () => {
    const dead = {
      cause: 'It is dead.',
      cure: 'Bury it.',
      figure: { to: '/figures/fig/?fig.x=2', label: 'A figure · Two' },
      chapter: { to: '/book/windows/why-slow/#one', label: 'Title of windows/why-slow' },
      story: { to: '/book/cases/big-query/', label: 'Title of cases/big-query' },
      knobs: ['SO_SNDBUF'],
    };
    const { question, answers } = tree(good);
    expect(question).toBe('What hurts?');
    expect(answers[1]).toEqual({ text: 'Dead', then: dead });
    expect(answers[0]).toMatchObject({
      text: 'Slow',
      then: { command: 'ss', answers: [{ text: 'Very', then: dead }, {}] },
    });
  });

  it.each([
    [
      'an answer that leads nowhere',
      'then: late',
      'then: lat',
      'slow, answers, A little, then: there is no entry lat; the entries are start, slow, dead, late',
    ],
    ['an entry that nobody reaches', 'then: late', 'then: dead', 'late: no answer leads to it'],
    [
      'a way that goes in a circle',
      'Very, then: dead',
      'Very, then: slow',
      'slow: it leads back to itself, via its own answer',
    ],
    ['a longer circle', 'Very, then: dead', 'Very, then: start', 'start: it leads back to itself, via slow'],
    ['a question with one answer', '    - { text: Dead, then: dead }\n', '', 'start, answers: expected 2 or more'],
    ['an answer that is there twice', 'text: A little', 'text: Very', 'slow, answers, Very: it appears twice'],
    ['a step without a command', '  command: ss\n', '', 'slow, "command" is missing'],
    ['a command at the beginning', 'start:\n', 'start:\n  command: ss\n', 'start, command: nothing is measured yet'],
    ['a missing cure', '  cure: Wait.\n', '', 'late, cure: "cure" is missing'],
    [
      'a figure that is not there',
      'id: fig, preset: two',
      'id: gif, preset: two',
      'dead, figure: there is no figure gif; the figures are fig',
    ],
    [
      'a preset that is not there',
      'preset: two',
      'preset: three',
      'dead, figure: fig has no preset three; it has one, two',
    ],
    [
      'a heading that is not there',
      '#one',
      '#two',
      'dead, chapter: windows/why-slow has no #two; it has one, myth-c15',
    ],
    [
      'a case that is not there',
      'story: big',
      'story: small',
      'dead, story: there is no page cases/small-query; try cases/big-query',
    ],
    [
      'a knob that is not there',
      '[SO_SNDBUF]',
      '[SO_SENDBUF]',
      'dead, knobs, entry 1: docs/knobs has no entry SO_SENDBUF',
    ],
  ])('stops the build for %s', (_, from, to, told) =>
    expect(mistakes(() => tree(good.replace(from, to)))).toContainEqual(
      expect.stringContaining(`docs/tree.yaml, ${told}`),
    ),
  );

  it('begins with a step', () =>
    expect(mistakes(() => tree(good.slice(good.indexOf('late:'))))).toEqual([
      'docs/tree.yaml, the first entry: expected a step with a question',
    ]));
});

describe('the packet path', () => {
  const stop = `  - name: Ring\n    questions: [{ text: Why?, chapter: windows/why-slow }]\n`;
  const good = `way:\n${stop.repeat(8)}around:\n${stop}`;
  const path = (yaml: string) => parsePacketPath({ file: 'docs/packet-path.yaml', yaml }, page);

  it('leads from a question to its chapter', () =>
    expect(path(good).around).toEqual([
      {
        name: 'Ring',
        questions: [{ text: 'Why?', chapter: { to: '/book/windows/why-slow/', label: 'Title of windows/why-slow' } }],
      },
    ]));

  it.each([
    ['fewer places than the drawing', stop, '', 'way: the drawing has 8 places'],
    [
      'a chapter that is not there',
      'why-slow',
      'why',
      'way, Ring, questions, Why?, chapter: there is no page windows/why;',
    ],
    [
      'a place without questions',
      '[{ text: Why?, chapter: windows/why-slow }]',
      '[]',
      'way, Ring, questions: expected 1 or more',
    ],
    [
      'a question without a chapter',
      ', chapter: windows/why-slow',
      '',
      'way, Ring, questions, Why?, chapter: "chapter" is missing',
    ],
    ['a part that is not there', 'around', 'about', 'about: there is no field "about"; the fields are way, around'],
  ])('stops the build for %s', (_, from, to, told) =>
    expect(mistakes(() => path(good.replace(from, to)))).toContainEqual(
      expect.stringContaining(`docs/packet-path.yaml, ${told}`),
    ),
  );
});

it('a translation may have a file of its own', () => {
  const siteDir = mkdtempSync(join(tmpdir(), 'inflight-'));
  const localizationDir = join(siteDir, 'i18n/de');
  const own = 'i18n/de/docusaurus-plugin-content-docs/current';
  for (const folder of ['docs', own]) mkdirSync(join(siteDir, folder), { recursive: true });
  for (const file of ['docs/glossary.yaml', 'docs/tree.yaml', `${own}/tree.yaml`])
    writeFileSync(join(siteDir, file), file);
  const sources = ['glossary.yaml', 'tree.yaml'].map((name) => readSource({ siteDir, localizationDir }, name));
  expect(sources.map(({ file }) => file)).toEqual(['docs/glossary.yaml', `${own}/tree.yaml`]);
  for (const { file, yaml } of sources) expect(yaml).toBe(file);
});

describe('a change of the kernel', () => {
  const moved = ['A_one', 'B_two'].map((recording) => ({ recording, metric: 'cwnd', unit: '', values: [1, 2, 3] }));
  const counts: [] = [];
  const read = (yaml: string, curves = {}) =>
    parseKernels({ file: 'docs/guide/kernels.yaml', yaml }, { counts, moved, curves });

  it('has every metric that moved, once', () => {
    const { causes } = read('- { id: first, recordings: [A_one] }\n- { id: rest, recordings: [B_*, A_*] }\n');
    expect(causes.map(({ id, moved: all }) => [id, all.map(({ recording }) => recording)])).toEqual([
      ['first', ['A_one']],
      ['rest', ['B_two']],
    ]);
  });

  it('is missed where a metric moved, and told apart from one that moved nothing', () => {
    expect(mistakes(() => read('- { id: a, recordings: [A_*] }\n- { id: c, recordings: [C_*] }\n'))).toEqual([
      'docs/guide/kernels.yaml, B_two moved, and no entry names it',
      'docs/guide/kernels.yaml, c: none of its recordings moved',
    ]);
  });

  it('is told on the page, each of those that are written down', () => {
    const docs = join(import.meta.dirname, '../../docs/guide');
    const [yaml, mdx] = ['kernels.yaml', 'kernels.mdx'].map((name) => readFileSync(join(docs, name), 'utf8'));
    const ids = Array.from(yaml!.matchAll(/^- id: (.+)$/gm), ([, id]) => id);
    const told = Array.from(mdx!.matchAll(/<KernelChange id="(.+)" \/>/g), ([, id]) => id);
    expect(told.length).toBeGreaterThan(5);
    expect(told.sort()).toEqual(ids.sort());
  });

  it('has no curve that was not drawn', () => {
    const curves = { all: { x: [], lines: [] } };
    expect(mistakes(() => read('- { id: all, recordings: ["*"] }\n', curves))).toEqual([
      'docs/guide/kernels.yaml, all: its figure is not what tests/kernel/changes.py drew; run it again',
    ]);
  });
});
