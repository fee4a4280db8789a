/** What a reader has come to: the numbers of the progress page, and the cards as files. */
import { type Page } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { strFromU8, unzipSync } from 'fflate';
import { JSON_SCHEMA, load } from 'js-yaml';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { violations } from './axe';
import { expect, test } from './fixtures';

const DOCS = join(__dirname, '../../docs');

/** The questions as their files have them. */
const QUESTIONS = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.questions.yaml'))
  .flatMap((name) => {
    const entries = load(readFileSync(join(DOCS, name), 'utf8'), { schema: JSON_SCHEMA }) as {
      id: string;
      tags: string[];
    }[];
    return entries.map(({ id, tags }) => ({ id, tags, chapter: name.slice(0, -'.questions.yaml'.length) }));
  });
const CHAPTER = 'small-writes/nagle';
const ASKED = QUESTIONS.filter(({ chapter }) => chapter === CHAPTER).length;
const SECTIONS = readFileSync(join(DOCS, `${CHAPTER}.mdx`), 'utf8').match(/^## /gm)!.length;

const HOUR = 3_600_000;

/** A reader of one chapter: two sections read, a bet placed twice, three cards answered, one of them known for long. */
function memory(now: number) {
  let count = 0;
  const review = (card: string, days: number, rating: number) => ({
    id: `review-${++count}`,
    card,
    at: Math.round(now - days * 24 * HOUR),
    rating,
    from: 'chapter',
  });
  const bet = { figure: 'nagle-delayed-ack', bet: 'first', params: {}, given: 40, truth: 43, score: 90 };
  const answer = { level: 'senior', seed: 'a', seconds: 60, planned: 90, answer: null, notes: '', met: [] };
  return {
    schema: 'inflight.memory/1',
    exported: new Date(now).toISOString(),
    reviews: [
      review('nagle-why-hold', 120, 4),
      review('nagle-why-hold', 100, 3),
      review('nagle-why-hold', 50, 3),
      review('nagle-why-hold', 1, 3),
      review('nagle-43-ms', 2, 3),
      review('nagle-ladder', 1 / 24, 1),
    ],
    read: ['three', 'nagle'].map((section) => ({ chapter: CHAPTER, section, at: now - HOUR })),
    interviews: [
      {
        id: 'interview-1',
        started: now - 3 * HOUR,
        ended: now - 2 * HOUR,
        marked: now - 2 * HOUR,
        minutes: 45,
        levels: ['senior'],
        parts: [],
        answers: [
          { ...answer, card: 'nagle-ladder', share: 1 },
          { ...answer, card: 'nagle-review', share: 0.5 },
        ],
      },
    ],
    bets: [
      { ...bet, at: now - 5 * HOUR },
      { ...bet, at: now - 4 * HOUR },
    ],
  };
}

async function bring(page: Page): Promise<void> {
  await page.goto('practice/');
  const file = Buffer.from(JSON.stringify(memory(Date.now())));
  await page
    .locator('input[type=file][accept*=json]')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: file });
  await expect(page.locator('[role=status]', { hasText: 'New: 6 answers' })).toHaveCount(1);
}

test('the page counts what was read, bet, answered and kept; then it is all deleted', async ({ page }) => {
  await page.goto('progress/');
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
  await bring(page);
  await page.goto('progress/');

  const steps = page.locator(`[data-chapter="${CHAPTER}"] dd`);
  await expect(steps).toHaveText([`2 of ${SECTIONS}`, '1', `3 of ${ASKED}`, `1 of ${ASKED}`]);
  const about = QUESTIONS.filter(({ tags }) => tags.includes('nagle')).length;
  await expect(page.locator('[data-concept="nagle"] dd').nth(2)).toHaveText(`3 of ${about}`);
  // Two of the three were not begun with anything else, so their concepts are at the top, and weak.
  await expect(page.locator('[data-concept]').last().locator('dd').nth(2)).toHaveText(/^0 of /);
  // One answered an hour ago, one due since the day before yesterday, one for months: each is known by 9 in 10.
  await expect(page.getByText(`you’d know about 3 of ${QUESTIONS.length}`)).toBeVisible();
  await expect(page.getByRole('img', { name: /^2 cards today/ })).toBeVisible();
  await expect(page.locator('[data-interview]')).toContainText(/45\smin · 2 questions · 75%/);
  expect(await violations(page)).toEqual([]);

  await page.locator(`[data-chapter="${CHAPTER}"]`).getByRole('link', { name: 'Review these' }).click();
  await expect(page).toHaveURL(/practice\/\?part=small-writes&chapter=small-writes%2Fnagle$/);

  await page.goto('progress/');
  await page.getByRole('button', { name: 'Delete …' }).click();
  await expect(page.getByRole('button', { name: 'Keep everything' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeFocused();
  expect(await violations(page, 'main')).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
});

test('the cards of a part leave as a package for Anki, with pictures, and as a table', async ({ page }) => {
  await page.goto('practice/');
  await page.getByText('Your data').click();
  await page.getByLabel('Cards from').selectOption('small-writes');
  const count = QUESTIONS.filter(({ chapter }) => chapter.startsWith('small-writes/')).length;

  const packing = page.waitForEvent('download');
  await page.getByRole('button', { name: `Anki package · ${count} notes` }).click();
  const file = await packing;
  expect(file.suggestedFilename()).toBe('in-flight-small-writes.apkg');
  const files = unzipSync(readFileSync(await file.path()));
  const { Database } = await initSqlJs();
  const db = new Database(files['collection.anki2']);
  const [[notes, cards]] = db.exec('select (select count(*) from notes), (select count(*) from cards)')[0]!.values as [
    [number, number],
  ];
  const shown = String(db.exec("select group_concat(flds, ' ') from notes")[0]!.values[0]![0]);
  db.close();
  expect([notes, cards]).toEqual([count, count]);
  expect(shown).toContain(new URL('../book/small-writes/nagle/#three', page.url()).href);
  const names = Object.entries(JSON.parse(strFromU8(files.media!)) as Record<string, string>);
  expect(names.length).toBeGreaterThan(0);
  for (const [number, name] of names) {
    const svg = strFromU8(files[number]!);
    expect(shown).toContain(`<img src="${name}"`);
    expect(svg).toMatch(/^<svg [^>]*width="\d{3,}"/);
    // Drawn in light colours, whatever the page has, and it needs nothing of the page.
    expect(svg).toContain('<rect width="100%" height="100%" fill="rgb(250, 249, 245)"');
    expect(svg).not.toMatch(/var\(|class=/);
  }
  await expect(page.getByText(`Cards in it: ${count}`)).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV · ${count} rows` }).click();
  expect(csvParse(readFileSync(await (await saving).path(), 'utf8'))).toHaveLength(count);
});
