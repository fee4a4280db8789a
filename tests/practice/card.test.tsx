/** Cards as the build writes them into a page: all to be read without scripts, and nothing told before its time. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { Card, MarkedCard } from '../../src/model/questions';

// Docusaurus generates these while it builds.
vi.mock('@docusaurus/Translate', () => import('../untranslated'));
vi.mock('@docusaurus/Link', () => ({
  default: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock('@docusaurus/theme-common', () => ({ createStorageSlot: () => ({ get: () => null, set: () => undefined }) }));
vi.mock('@docusaurus/useGlobalData', () => ({ usePluginData: () => ({ runtime: {} }) }));
vi.mock('@docusaurus/useDocusaurusContext', () => ({ default: () => ({}) }));
vi.mock('@docusaurus/useIsBrowser', () => ({ default: () => false }));
vi.mock('@inflight/catalogue.json', () => ({ default: { parts: [], entries: [] } }));

const { default: SectionCards } = await import('../../src/practice/cards/SectionCards');
const { CardView } = await import('../../src/practice/cards/CardView');
const { disputedOf } = await import('../../src/practice/disputed');
const { addressOf, linkAt } = await import('../../src/practice/figureLink');
const { fromNow } = await import('../../src/practice/cards/when');

const common = {
  level: 'senior',
  difficulty: 2,
  tags: ['nagle'],
  facts: ['N03'],
  sources: ['RFC 896'],
  figure: { id: 'cork', at: { nodelay: true, rtt: 4 } },
  chapter: 'small-writes/nagle',
  section: 'three',
} as const;
const question = { id: 'q', text: 'Who waits?', points: 1, attempts: 0, told: true, figure: null };

const choice: MarkedCard = {
  ...common,
  id: 'a-choice',
  type: 'next',
  form: 'marked',
  text: 'Who waits?',
  why: 'It has something to send.',
  facts: ['N03'],
  tags: [],
  sources: [],
  question: '{}',
  isFresh: false,
  reasons: ['It has nothing to say.', 'Its second write is held.'],
  example: {
    question: {
      ...question,
      kind: 'choice',
      many: false,
      choices: [
        { place: 1, text: 'the `server`' },
        { place: 0, text: 'the client' },
      ],
    },
    answer: [1],
    said: 'the `server`',
    solution: 'It has something to send.',
    accept: null,
  },
};
const ladder = {
  ...common,
  id: 'a-ladder',
  type: 'ladder',
  form: 'ladder',
  text: 'Fill in the ladder.',
  why: 'The SYN counts.',
  sides: ['client', 'server'],
  rows: [
    { from: 'left', text: 'SYN', isLost: true, isHidden: false, note: 'a second passes' },
    { from: 'left', text: 'the SYN again', isLost: false, isHidden: true },
  ],
  options: ['a RST', 'the SYN again'],
} as unknown as Card;
const open = {
  ...common,
  id: 'an-open-one',
  type: 'open',
  form: 'open',
  text: 'Do you approve it?',
  why: 'It helps nobody.',
  answers: { junior: 'No.', senior: 'I ask for a trace.', staff: 'I ask why.' },
  marking: [
    { level: 'junior', say: 'Says who waits.' },
    { level: 'staff', say: 'Asks for a test.' },
  ],
  followUps: [
    { text: 'And if nobody waits?', answer: 'Then it is load.' },
    { text: 'How do you prove it?', answer: 'With two captures.' },
  ],
} as unknown as Card;
const recall = {
  ...common,
  id: 'a-recall',
  type: 'recall',
  form: 'recall',
  text: 'Why is there no timer?',
  answer: 'The ACK is the clock.',
  why: 'It adapts.',
} as unknown as Card;

const words = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('at the end of a section', () => {
  const html = renderToStaticMarkup(<SectionCards cards={[choice, ladder, open, recall]} />);
  const cards = html.split('data-static=').slice(1);

  it('it is folded to its first question', () => {
    expect(words(html.split('</summary>')[0]!).trim()).toBe('Check yourself Who waits?');
    expect(html).not.toMatch(/<details[^>]* open/);
  });

  it('each question stands open in it, and its answer can be opened', () => {
    const found = cards.map((each) => {
      const [before, inside] = each.split('<details') as [string, string];
      return [words(`<${before}`), words(`<${inside.split('</details>')[0]}`)] as const;
    });
    expect(found).toHaveLength(4);
    for (const [i, [asked, told]] of [
      ['Who waits?', 'It has something to send.'],
      ['Fill in the ladder.', 'The SYN counts.'],
      ['Do you approve it?', 'I ask for a trace.'],
      ['Why is there no timer?', 'The ACK is the clock.'],
    ].entries()) {
      expect(found[i]![0]).toContain(asked);
      expect(found[i]![0]).not.toContain(told);
      expect(found[i]![1]).toContain(told);
    }
    expect(found[0]![0]).toContain('the client');
    expect(found[1]![0]).toMatch(/client to server, lost on the way:.*a second passes.*a RST.*the SYN again/);
    expect(found[2]![1]).toMatch(/I ask why\..*Says who waits\..*Asks for a test\. \( ?Staff/);
    expect(found[2]![1]).toMatch(/nobody waits\? A good answer: Then it is load\..*prove it\? A good answer: With two/);
  });

  it('nothing waits for a hand that is not there', () => {
    expect(html).not.toMatch(/<(select|textarea|button|input(?![^>]*disabled))/);
  });

  it('without cards there is nothing', () => expect(renderToStaticMarkup(<SectionCards cards={[]} />)).toBe(''));
});

describe('a card', () => {
  const view = (card: Card, reveal: 'at-once' | 'closed' | 'open', answer?: unknown) =>
    words(renderToStaticMarkup(<CardView card={card} name="x" {...{ reveal, answer }} />));

  it.each([choice, ladder, open, recall])('$id tells nothing before it is answered', (card) => {
    for (const reveal of ['at-once', 'closed'] as const) {
      expect(view(card, reveal)).toContain(card.text);
      expect(view(card, reveal, card === choice ? [0] : undefined)).not.toContain(card.why);
    }
    expect(view(card, 'open')).toContain(card.why);
  });

  it('leads to a figure only where there is one', () => {
    const { figure, ...none } = choice;
    expect(figure).toBeDefined();
    expect(view(choice, 'open', [1])).toContain('See it in the figure');
    expect(view(none, 'open', [1])).not.toContain('See it in the figure');
  });

  it('says whether the answer was right, and why', () => {
    expect(view(choice, 'open', [1])).toMatch(/✓ Right\. Its second write is held\./);
    expect(view(choice, 'open', [0])).toMatch(/✗ Not right\. It has nothing to say\..*The answer: the server/);
    expect(view(choice, 'open')).toContain('Not answered.');
    const sum = { ...choice, working: ['8 kB × 2 = 16 kB'] };
    expect(view(sum, 'open', [0])).toContain('8 kB × 2 = 16 kB');
    expect(view(sum, 'closed', [0])).not.toContain('8 kB × 2');
    expect(view(ladder, 'open', [0])).toMatch(/Not this: a RST.*Should be: the SYN again/);
  });
});

describe('what is disputed', () => {
  const of = (card: Card, answer: unknown, share: number | null) =>
    disputedOf({ card, posed: undefined, seed: undefined, answer: answer as never, share });

  it('has the answer in words, what it was worth, and what is right', () => {
    expect(of(choice, [0], 0)).toMatchObject({
      id: 'a-choice',
      answer: 'the client',
      place: 'small-writes/nagle#three',
    });
    expect(of(choice, [0], 0).verdict).toMatch(/worth 0%.*the `server`.*It has something to send\./s);
    expect(of(ladder, [0], 0)).toMatchObject({ answer: 'a RST' });
    expect(of(ladder, [null], 0).answer).toBe('–');
    expect(of(open, 'It waits.', null)).toMatchObject({ answer: 'It waits.', text: 'Do you approve it?' });
    expect(of(open, undefined, null)).toMatchObject({ answer: '', verdict: 'I ask for a trace.\n\nIt helps nobody.' });
  });
});

describe('the address of a figure', () => {
  it('is as the figure’s own links have it', () => {
    const entry = { presets: [{ id: 'slow', name: '', search: '?cork.rtt=8&cork.size=3' }] };
    expect(addressOf(common.figure)).toBe('/figures/cork/?cork.nodelay=on&cork.rtt=4');
    expect(addressOf({ ...common.figure, preset: 'slow' }, entry)).toBe(
      '/figures/cork/?cork.rtt=4&cork.size=3&cork.nodelay=on',
    );
    expect(addressOf({ id: 'cork' })).toBe('/figures/cork/');
  });

  it('has the values that were drawn', () => {
    const posed = {
      ...choice.example,
      question: { ...choice.example.question, figure: { values: { rtt: 9, nodelay: false, size: 1 } } },
    } as unknown as MarkedCard['example'];
    expect(addressOf(linkAt(common.figure, posed)!)).toBe('/figures/cork/?cork.nodelay=off&cork.rtt=9');
  });
});

it.each([
  [4 * 86_400_000, 'in 4 days'],
  [-86_400_000, 'yesterday'],
  [600_000, 'in 10 minutes'],
  [-3 * 3_600_000, '3 hours ago'],
  [200 * 86_400_000, 'in 7 months'],
])('%d ms are “%s”', (ms, said) => expect(fromNow(ms, 'en').replace('\u00a0', ' ')).toBe(said));
