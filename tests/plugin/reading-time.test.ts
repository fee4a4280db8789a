/** How long a chapter takes, by texts of so many words: 220 of prose are a minute. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readingTime } from '../../src/plugins/inflight/readingTime';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
const minutes = (mdx: string): number => readingTime(mdx).minutes;

test('220 words of prose are a minute, wherever they stand', () => {
  expect(minutes(words(2200))).toBe(10);
  expect(minutes(`<Aside>\n\n${words(1100)}\n\n</Aside>\n\n- ${words(1100)}`)).toBe(10);
  expect(minutes(`<Check question="${words(2090)}">\n\n${words(0)}\n\n</Check>`)).toBe(10);
});

test('nothing takes no time', () => expect(minutes('Read on.')).toBe(1));

test('what nobody reads does not count', () => {
  const unread = `---\ntitle: ${words(2200)}\n---\n\nimport a from '@reading/ss.json'\n\n{/* ${words(2200)} */}\n\n`;
  expect(minutes(`${unread}## Two words {/* #id */}\n\n${words(658)}`)).toBe(3);
});

test('tables and terminals are looked over: half of their words count', () => {
  const row = `| ${words(10)} | ${words(10)} |\n`;
  expect(minutes(`${row}|---|---|\n${row.repeat(21)}`)).toBe(1);
  expect(minutes(`${row}|---|---|\n${row.repeat(87)}`)).toBe(4);
  expect(minutes(`\`\`\`\n${words(1760)}\n\`\`\``)).toBe(4);
});

test('signs between words are none', () => expect(minutes('— · 1 ÷ + '.repeat(660))).toBe(3));

test('each question asks for half a minute', () => {
  const asked =
    '<Check question="Why?">\n\nWell.\n\n</Check>\n\n<PlaceYourBet figure="a" bet="b" question="How?" />\n\n';
  expect(minutes(words(652) + '\n\n' + asked.repeat(2))).toBe(5);
});

test('figures and the questions of sections are told apart', () => {
  const figures = '<Experiment id="codel" />\n\n<Experiment id="codel" name="b" knobs="rate" />\n\n';
  expect(readingTime(figures + words(440), 7)).toEqual({ minutes: 2, figures: 2, cards: 7 });
  expect(readingTime('<Experiment id="codel" lane="queue" />').figures).toBe(0);
  expect(readingTime('```jsx\n<Experiment id="codel" />\n```').figures).toBe(0);
});

test('a path leaves at least the time that a chapter and its figures take', () => {
  const paths = readFileSync('docs/practice/paths.mdx', 'utf8');
  const steps = [...paths.matchAll(/<Step chapter="([^"]+)" minutes=\{(\d+)\}>/g)];
  expect(steps.length).toBeGreaterThan(20);
  for (const [, chapter, given] of steps) {
    const time = readingTime(readFileSync(`docs/${chapter}.mdx`, 'utf8'));
    // One of them says as far as which section it is to be read.
    expect(Number(given), chapter).toBeGreaterThanOrEqual(Math.min(25, time.minutes + time.figures));
  }
});
