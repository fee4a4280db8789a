/** Finding one's way: the rail beside a chapter, the contents of the book, where titles stand, and blocks that fit. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { CHAPTER, PAGES } from './pages';

const CASES = PAGES.filter((path) => /^book\/cases\/./.test(path));
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const contents = (page: Page): Locator => page.getByRole('navigation', { name: 'In this chapter' });

test.describe('the rail', () => {
  test.use({ viewport: WIDE });

  test('names the sections and the figures, in their order', async ({ page }) => {
    await page.goto(CHAPTER);
    const headings = await page
      .locator('article h2')
      .evaluateAll((all) => all.map((each) => each.firstChild!.textContent!.trim()));
    // One that comes to life just then has left the page with its question.
    let questions: string[] = [];
    await expect(async () => {
      questions = await page
        .locator('article .figure-place [data-experiment]')
        .evaluateAll((all) =>
          all.map((each) => document.getElementById(each.getAttribute('aria-labelledby')!)!.textContent!),
        );
    }).toPass();
    expect(questions.length).toBeGreaterThan(1);
    const links = contents(page).getByRole('link');
    await expect(links).toHaveCount(headings.length + questions.length);
    const names = (await links.allTextContents()).map((name) => name.trim());
    expect(names.filter((name) => headings.includes(name))).toEqual(headings);
    expect(names.filter((name) => questions.includes(name))).toEqual(questions);
    // Beside the text and what takes its margin.
    const rail = (await contents(page).boundingBox())!;
    for (const part of ['article h2', 'article .figure-place']) {
      const { x, width } = (await page.locator(part).first().boundingBox())!;
      expect(x + width, part).toBeLessThanOrEqual(rail.x);
    }
    expect(await violations(page, 'nav[aria-label="In this chapter"]')).toEqual([]);
  });

  test('says which section is being read', async ({ page }) => {
    await page.goto(CHAPTER);
    const current = contents(page).locator('[aria-current]');
    await expect(current).toHaveCount(0);
    const headings = page.locator('article h2');
    for (const place of [2, 5]) {
      await headings.nth(place).evaluate((each) => each.scrollIntoView());
      await expect(current).toHaveText((await headings.nth(place).textContent())!.replace(/\u200b.*$/, '').trim());
    }
    // What comes to life on the way down makes the page longer.
    await expect(async () => {
      await page.keyboard.press('Control+End');
      const last = (await headings.last().textContent())!.replace(/\u200b.*$/, '').trim();
      await expect(current).toHaveText(last, { timeout: 2000 });
    }).toPass();
  });

  test('leads there by keys, and tells the figure’s question', async ({ page }) => {
    await page.goto(CHAPTER);
    const figure = contents(page).locator('a[href^="#figure-"]').nth(1);
    await figure.focus();
    const question = figure.locator('span');
    await expect(question).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    const id = (await figure.getAttribute('href'))!;
    await expect(page.locator(id)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`${id}$`));
  });
});

test('where there is little room the rail is marks, which become names', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(CHAPTER);
  const rail = contents(page);
  const [section] = await rail.locator('a[href^="#"]:not([href^="#figure-"])').all();
  const narrow = (await rail.boundingBox())!;
  expect(narrow.width).toBeLessThan(48);
  const before = (await section!.boundingBox())!;
  await section!.focus();
  const after = (await section!.boundingBox())!;
  expect(after.width).toBeGreaterThan(80);
  expect([after.y, after.height]).toEqual([before.y, before.height]);
  expect(after.x + after.width).toBeLessThanOrEqual(1280);
  expect(await violations(page, 'nav[aria-label="In this chapter"]')).toEqual([]);
});

test('on a phone the sections are folded above the text', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(CHAPTER);
  await expect(contents(page)).toBeHidden();
  await page.locator('summary', { hasText: 'In this chapter' }).click();
  const last = contents(page).getByRole('link').last();
  await last.click();
  await expect(page.locator((await last.getAttribute('href'))!)).toBeInViewport();
});

test('a chapter says how long it takes', async ({ page }) => {
  await page.goto(CHAPTER);
  await expect(page.getByText(/^\d+\smin to read, \d+ figures to play with, \d+ questions$/)).toBeVisible();
});

test.describe('the contents of the book', () => {
  const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Docs sidebar' });

  test('open the part that is read, and another with one click', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto(CHAPTER);
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Why is this transfer slow?');
    expect(await sidebar(page).getByRole('link', { includeHidden: false }).count()).toBeLessThan(25);
    await expect(sidebar(page).getByRole('link', { name: 'Slow start' })).toBeHidden();
    await sidebar(page).getByRole('button', { name: 'Part 2 · Congestion control' }).click();
    await expect(sidebar(page).getByRole('link', { name: 'Slow start' })).toBeVisible();
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('lead to each part, and there to each chapter', async ({ page }) => {
      await page.setViewportSize(WIDE);
      await page.goto(CHAPTER);
      await expect(contents(page).getByRole('link').first()).toBeVisible();
      const parts = await sidebar(page)
        .locator('.theme-doc-sidebar-item-category-level-1 > div > a')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href')!));
      expect(parts.length).toBeGreaterThan(10);
      const found = new Set<string>();
      for (const part of parts) {
        await page.goto(part);
        const links = await sidebar(page)
          .getByRole('link')
          .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).pathname.slice(1)));
        for (const link of links) found.add(link);
      }
      expect([...found].sort()).toEqual(PAGES.filter((path) => path.startsWith('book/')));
    });
  });
});

const TITLED = [CHAPTER, 'book/guide/reference/', CASES[0]!, 'figures/', 'figures/send-buffer/', 'practice/'].concat([
  'interview/',
  'progress/',
  'teach/',
  'grade/',
  'assignment/',
  'ui/',
  'search/',
]);

for (const viewport of [WIDE, PHONE])
  test(`all titles begin at one edge at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const edges: Record<string, number> = {};
    for (const path of TITLED) {
      await page.goto(path);
      // Not what has just been replaced: it stands nowhere.
      await expect(async () => {
        edges[path] = await page.locator('h1').evaluate((title) => {
          const words = document.createRange();
          words.selectNodeContents(title);
          return title.isConnected ? Math.round(words.getBoundingClientRect().left) : NaN;
        });
        expect(edges[path]).not.toBeNaN();
      }).toPass();
    }
    expect(edges).toEqual(Object.fromEntries(TITLED.map((path) => [path, edges[CHAPTER]])));
  });

for (const viewport of [WIDE, PHONE])
  test(`nothing that a terminal printed is cut off in a case at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    expect(CASES.length).toBeGreaterThan(8);
    for (const path of CASES) {
      await page.goto(path);
      const beyond = await page
        .locator('pre')
        .evaluateAll((blocks) =>
          blocks
            .filter((block) => block.scrollWidth > block.clientWidth)
            .map((block) => `${block.scrollWidth - block.clientWidth} px: ${block.textContent}`),
        );
      expect(beyond, path).toEqual([]);
    }
  });
