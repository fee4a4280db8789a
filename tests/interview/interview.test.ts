/** The mock interview: what it asks, and what it makes of the answers. Cards are made up; the rules are the page's. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { SEEDS } from '../../src/incidents/address';
import { chooseCards, chooseItems } from '../../src/interview/choose';
import { callAnswer, drawIncident, FAMILIES, type IncidentCard, incidentIn } from '../../src/interview/incident';
import type { Item } from '../../src/interview/items';
import { ratingOf, reportOf } from '../../src/interview/reporting';
import { isTalk, plannedSeconds } from '../../src/interview/seconds';
import { begin, change, isRunning, leave, placeOf, usedSeconds } from '../../src/interview/steps';
import type { Bank, Card, Level } from '../../src/model/questions';
import { SIMULATIONS } from '../command-line';

const FOLLOW_UPS = ['And then?', 'How do you know?'].map((text) => ({ text, answer: 'So.' }));
const LEVELS: Level[] = ['junior', 'senior', 'staff'];

function card(id: number, level: Level, form: 'recall' | 'open', part: string, tag: string): Card {
  const common = {
    id: `card-${id}`,
    level,
    difficulty: 1 + (id % 3),
    tags: [tag],
    facts: ['W01'],
    sources: [],
    figure: { id: 'send-buffer' },
    chapter: `${part}/chapter-${id % 4}`,
    section: `section-${id % 7}`,
    text: `Question ${id}?`,
    why: 'Because.',
  };
  return form === 'recall'
    ? { ...common, type: 'recall', form, answer: 'Yes.' }
    : {
        ...common,
        type: 'open',
        form,
        answers: { junior: 'a', senior: 'b', staff: 'c' },
        marking: [],
        followUps: FOLLOW_UPS,
      };
}

const cards = Array.from({ length: 240 }, (_, i) =>
  card(i, LEVELS[i % 3]!, i % 2 ? 'open' : 'recall', i % 5 < 3 ? 'windows' : 'queues', `tag-${i % 20}`),
);
const secondsOf = (chosen: Item[]): number => chosen.reduce((sum, each) => sum + plannedSeconds(each), 0);

test.each([30, 45, 60])('%i minutes are filled and not exceeded', (minutes) => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const chosen = chooseCards(cards, { minutes, levels: LEVELS, parts: [] }, seed);
    expect(secondsOf(chosen)).toBeLessThanOrEqual(60 * minutes);
    // The shortest question takes a minute: with more room there would be one more.
    expect(secondsOf(chosen)).toBeGreaterThan(60 * (minutes - 1));
    expect(new Set(chosen).size).toBe(chosen.length);
  }
});

test('each level has its share of the time, half of it for talking, and no concept comes twice without need', () => {
  const chosen = chooseCards(cards, { minutes: 60, levels: LEVELS, parts: [] }, 'seed');
  for (const level of LEVELS) {
    const own = chosen.filter((each) => each.level === level);
    // The longest question takes nine minutes: nothing can be shared more evenly than that.
    expect(Math.abs(secondsOf(own) - 1200)).toBeLessThanOrEqual(540);
    expect(Math.abs(secondsOf(own.filter(isTalk)) - secondsOf(own) / 2)).toBeLessThanOrEqual(540);
  }
  const tags = chosen.map(({ tags: [tag] }) => tag!);
  const most = Math.max(...tags.map((tag) => tags.filter((each) => each === tag).length));
  expect(most).toBeLessThanOrEqual(Math.ceil(chosen.length / 20) + 1);
});

test('it becomes harder, and the seed decides', () => {
  const wish = { minutes: 45, levels: LEVELS, parts: [] };
  const chosen = chooseCards(cards, wish, 'one');
  const levels = chosen.map(({ level }) => LEVELS.indexOf(level));
  expect(levels).toEqual([...levels].sort());
  expect(chooseCards(cards, wish, 'one')).toEqual(chosen);
  expect(chooseCards(cards, wish, 'two')).not.toEqual(chosen);
});

test('one question of each interview is a sum, if there is any to ask', () => {
  const some = cards.map((each, i): Card => (i < 3 && each.form === 'recall' ? { ...each, type: 'sum' } : each));
  const sums = (levels: Level[], parts: string[] = []): number[] =>
    ['a', 'b', 'c', 'd', 'e'].map(
      (seed) => chooseCards(some, { minutes: 30, levels, parts }, seed).filter(({ type }) => type === 'sum').length,
    );
  for (const count of sums(LEVELS)) expect(count).toBeGreaterThanOrEqual(1);
  // They are in one part of the book.
  expect(sums(LEVELS, ['queues'])).toEqual([0, 0, 0, 0, 0]);
});

test('only what was asked for comes, and what was never asked comes first', () => {
  const wish = { minutes: 30, levels: ['senior' as const], parts: ['queues'] };
  const some = chooseCards(cards, wish, 'seed');
  expect(some.every(({ level, chapter }) => level === 'senior' && chapter.startsWith('queues/'))).toBe(true);
  // What is to be talked about can be asked on any level; the rest has its own.
  const ownLevel = new Map(cards.map(({ id, level }) => [id, level]));
  const others = some.filter(({ id }) => ownLevel.get(id) !== 'senior');
  expect(others.filter((each) => !isTalk(each))).toEqual([]);
  expect(others).not.toEqual([]);
  expect(chooseCards(cards, { ...wish, parts: ['nowhere'] }, 'seed')).toEqual([]);
  // 40 short ones and 40 to talk about are enough for two interviews.
  const all = { ...wish, parts: [] };
  const first = chooseCards(cards, all, 'seed');
  const second = chooseCards(cards, all, 'seed', new Map(first.map(({ id }) => [id, 1])));
  expect(second.filter((each) => first.includes(each))).toEqual([]);
});

const ONE_OR_MORE_LEVELS: Level[][] = [['junior'], ['senior'], ['staff'], ['junior', 'senior'], LEVELS];

test.each([15, 30, 45, 60])(
  '%i minutes with an incident are not exceeded, and it comes last, on the highest level',
  (minutes) => {
    for (const levels of ONE_OR_MORE_LEVELS)
      for (const seed of ['a', 'b', 'c', 'd']) {
        const wish = { minutes, levels, parts: [], incident: true };
        const chosen = chooseItems(cards, wish, seed);
        expect(secondsOf(chosen)).toBeLessThanOrEqual(60 * minutes);
        expect(chosen.map(({ form }) => form).lastIndexOf('incident')).toBe(chosen.length - 1);
        expect(chosen.filter(({ form }) => form === 'incident')).toHaveLength(1);
        const last = chosen.at(-1) as IncidentCard;
        expect([last.level, last.wanted.level]).toEqual([levels.at(-1), LEVELS.indexOf(levels.at(-1)!) + 1]);
        expect(last.wanted.seed).toBeGreaterThanOrEqual(0);
        expect(last.wanted.seed).toBeLessThan(SEEDS);
        expect(chooseItems(cards, wish, seed)).toEqual(chosen);
        expect(incidentIn(last.id)).toEqual(last);
      }
  },
);

test('without the wish there is none, and another interview has another one', () => {
  const wish = { minutes: 30, levels: LEVELS, parts: [], incident: true };
  expect(chooseItems(cards, { ...wish, incident: false }, 'a')).toEqual(chooseCards(cards, wish, 'a'));
  expect(chooseItems(cards, { ...wish, levels: [] }, 'a')).toEqual([]);
  const ids = Array.from({ length: 20 }, (_, i) => chooseItems(cards, wish, `seed ${i}`).at(-1)!.id);
  expect(new Set(ids).size).toBe(20);
});

test('its complaint is one of the chosen parts', () => {
  const familiesOf = (parts: string[]): Set<string | undefined> =>
    new Set(Array.from({ length: 40 }, (_, i) => drawIncident(LEVELS, parts, `seed ${i}`).wanted.family));
  expect(familiesOf(['windows', 'queues'])).toEqual(new Set(['transfer', 'arrivals']));
  // Any: the seed chooses.
  expect(familiesOf([])).toEqual(new Set([undefined]));
  expect(familiesOf(['around'])).toEqual(new Set([undefined]));
  // The room knows these families, and of each some cause is explained in the part.
  const asked =
    'import json; from inflight.incidents.families import families; print(json.dumps({f.id: [x.chapter for x in f.faults] for f in families().values()}))';
  const chapters = JSON.parse(
    execFileSync('python3', ['-c', asked], { encoding: 'utf8', env: { ...process.env, PYTHONPATH: SIMULATIONS } }),
  ) as Record<string, string[]>;
  for (const [part, families] of Object.entries(FAMILIES))
    for (const family of families)
      expect(
        chapters[family]!.some((chapter) => chapter.startsWith(`${part}/`)),
        `${family}: ${part}`,
      ).toBe(true);
  expect(new Set(Object.values(FAMILIES).flat())).toEqual(new Set(Object.keys(chapters)));
});

test('who is slow still gets the incident, in place of what was planned before it', () => {
  const wish = { minutes: 30, levels: LEVELS, parts: [], incident: true };
  const slow = begin('i', 0, wish, chooseItems(cards, wish, 'a'));
  expect(slow.answers.length).toBeGreaterThan(3);
  const inTime = leave(slow, 19 * 60, {}, 1);
  expect(inTime.answers).toHaveLength(slow.answers.length);
  const late = leave(inTime, 61, {}, 2);
  expect(late.ended).toBe(null);
  expect(late.answers.map(({ card }) => card)).toEqual([
    ...slow.answers.slice(0, 2).map(({ card }) => card),
    slow.answers.at(-1)!.card,
  ]);
  expect(incidentIn(late.answers[placeOf(late)]!.card)).toBeDefined();
  expect(leave(late, 600, {}, 3).ended).toBe(3);
  // Once all the time is up, nothing follows.
  expect(leave(slow, 1800, {}, 4).ended).toBe(4);
});

test('it goes on from question to question and ends with the last one or with the time', () => {
  const some = cards.slice(0, 3);
  let interview = begin('i', 1000, { minutes: 30, levels: LEVELS, parts: [] }, some);
  expect(placeOf(interview)).toBe(0);
  interview = leave(interview, 62.4, { answer: 'so' }, 2000);
  expect([placeOf(interview), usedSeconds(interview), interview.ended]).toEqual([1, 62, null]);
  // Who hurries on at once was asked all the same.
  interview = leave(interview, 0.1, {}, 3000);
  expect(placeOf(interview)).toBe(2);
  const over = leave(interview, 5, {}, 4000);
  expect(over.ended).toBe(4000);
  // A file may bring one without a question left that never ended.
  expect([interview, over, { ...over, ended: null }, { ...over, ended: null, answers: [] }].map(isRunning)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const slow = leave(begin('j', 0, { minutes: 30, levels: LEVELS, parts: [] }, some), 1800, {}, 5000);
  expect([placeOf(slow), slow.ended]).toEqual([1, 5000]);
});

test('the report adds up what was asked, and sends to where the lost answers are', () => {
  const some = [
    card(0, 'junior', 'recall', 'windows', 'a'),
    card(4, 'junior', 'recall', 'windows', 'b'),
    card(1, 'senior', 'open', 'queues', 'c'),
    card(2, 'staff', 'open', 'queues', 'd'),
  ];
  const bank: Bank = {
    parts: ['windows', 'queues'].map((id) => ({ id, title: id })),
    chapters: ['windows/chapter-0', 'queues/chapter-1', 'queues/chapter-2'].map((id) => ({
      id,
      part: id.split('/')[0]!,
      title: `Title of ${id}`,
      url: `/book/${id}/`,
      sections: Array.from({ length: 7 }, (_, i) => ({ id: `section-${i}`, heading: `Heading ${i}` })),
      figures: [],
    })),
    concepts: [],
    cards: some,
  };
  let interview = begin('i', 0, { minutes: 30, levels: LEVELS, parts: [] }, some);
  for (const share of [1, 0.25, null]) interview = leave(interview, 100, { share }, 1);
  const report = reportOf(interview, bank);
  expect(report.asked).toHaveLength(3);
  expect([report.share, report.open, report.seconds]).toEqual([0.625, 1, 300]);
  expect(report.levels).toEqual([
    { id: 'junior', asked: 2, share: 0.625 },
    { id: 'senior', asked: 1, share: null },
  ]);
  expect(report.parts.map(({ id, asked }) => [id, asked])).toEqual([
    ['windows', 2],
    ['queues', 1],
  ]);
  expect(report.toRead).toEqual([
    {
      chapter: 'windows/chapter-0',
      title: 'Title of windows/chapter-0',
      url: '/book/windows/chapter-0/#section-4',
      heading: 'Heading 4',
      lost: 0.75,
    },
  ]);
  const marked = reportOf(change(interview, 2, { share: 0 }), bank);
  expect(marked.toRead[0]).toMatchObject({ url: '/book/queues/chapter-1/#section-1', lost: 1 });
  expect([1, 0.75, 0.5, 0.25, 0].map(ratingOf)).toEqual([3, 2, 2, 1, 1]);
});

test('in the report an incident counts for its level, and once graded for the chapter of its cause', () => {
  const wish = { minutes: 30, levels: ['senior' as const], parts: [], incident: true };
  const incident = chooseItems([], wish, 'a');
  const bank: Bank = {
    parts: [{ id: 'windows', title: 'Windows' }],
    chapters: [{ id: 'windows/a', part: 'windows', title: 'A', url: '/book/windows/a/', sections: [], figures: [] }],
    concepts: [],
    cards: [],
  };
  const asked = ['shop-1# nstat'];
  const played = leave(begin('i', 0, wish, incident), 100, { answer: callAnswer({ asked }), share: null }, 1);
  expect(reportOf(played, bank)).toMatchObject({ open: 1, share: null, parts: [], toRead: [] });
  const graded = reportOf(change(played, 0, { share: 0.6, answer: callAnswer({ asked, chapter: 'windows/a' }) }), bank);
  expect(graded).toMatchObject({
    open: 0,
    levels: [{ id: 'senior', asked: 1, share: 0.6 }],
    parts: [{ id: 'windows', asked: 1, share: 0.6 }],
    toRead: [{ url: '/book/windows/a/', heading: 'A' }],
  });
});
