/** The pages of the field guide that are made from what the book says elsewhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import facts from '../../docs/facts.json';
import { expect, test } from './fixtures';
import { EXPERIMENTS } from './kinds';

const rows = Object.entries(facts);
const wrong = rows.filter(([, { verdict }]) => verdict === 'wrong');
const myths = rows.filter(([, { verdict }]) => verdict === 'wrong' || verdict === 'outdated');

const PAGES = ['claims', 'myths', 'locate', 'glossary', 'experiments'].map((page) => `book/guide/${page}/`);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every claim is there, and leads to where it is taught', async ({ page }) => {
    await page.goto('book/guide/claims/');
    await expect(page.locator('[data-fact]')).toHaveCount(rows.length);
    for (const link of await page.locator('[data-fact] a[href*="/book/"]').all())
      await expect(link).toHaveAttribute('href', /\/book\/[a-z-]+\/[a-z-]+\/#[a-z0-9-]+$/);
    await expect(page.getByRole('searchbox')).toBeHidden();
  });

  test('every myth is there, with what is true instead', async ({ page }) => {
    await page.goto('book/guide/myths/');
    const cards = page.locator('article[data-fact]');
    await expect(cards).toHaveCount(myths.length);
    expect((await cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-fact')))).sort()).toEqual(
      myths.map(([id]) => id).sort(),
    );
    // The words of its chapter.
    await expect(page.locator('#myth-n05')).toContainText('Some Red Hat kernels');
  });

  test('the tree is there as a list', async ({ page }) => {
    await page.goto('book/guide/locate/');
    const written = load(readFileSync(join(__dirname, '../../docs/tree.yaml'), 'utf8')) as Record<
      string,
      { cause?: string }
    >;
    const last = Object.values(written).at(-1)!.cause!;
    await expect(page.locator('details').getByText(last.split('`')[0]!.trim()).last()).toBeAttached();
    await expect(page.getByRole('button', { name: 'A transfer is slow' })).toBeHidden();
  });
});

test('claims are filtered by verdict, by part and by words', async ({ page }) => {
  await page.goto('book/guide/claims/');
  const shown = page.locator('[data-fact]');
  await page.getByRole('group', { name: 'Verdicts' }).getByRole('button', { name: 'Wrong' }).click();
  await expect(shown).toHaveCount(wrong.length);
  await expect(page.getByRole('status').filter({ hasText: 'claims' })).toHaveText(
    `${wrong.length} of ${rows.length} claims`,
  );
  await page.getByRole('group', { name: 'Parts' }).getByRole('button', { name: 'Small writes' }).click();
  await expect(shown).toHaveCount(wrong.filter(([id]) => id.startsWith('N')).length);
  await page.getByRole('group', { name: 'Verdicts' }).getByRole('button', { name: 'All' }).click();
  await page.getByRole('searchbox').fill('strace');
  await expect(page.locator('[data-fact="N15"]')).toBeVisible();
  await expect(page.locator('[data-fact="N01"]')).toHaveCount(0);
  await page.locator('[data-fact="N15"]').getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/small-writes\/corks\/#strace$/);
});

test('a myth is found by a word of its truth, and leads to its figure and its chapter', async ({ page }) => {
  await page.goto('book/guide/myths/');
  await page.getByRole('searchbox').fill('small-packet problem');
  const cards = page.locator('article[data-fact]');
  await expect(cards).toHaveCount(1);
  await expect(cards.locator('a[href$="/figures/nagle-delayed-ack/"]')).toBeVisible();
  await cards.getByRole('link', { name: 'Nagle and delayed ACKs' }).last().click();
  await expect(page).toHaveURL(/\/small-writes\/nagle\/#myth-n01$/);
});

test('a way through the tree ends in a figure; “back” takes a step back', async ({ page }) => {
  await page.goto('book/guide/locate/');
  const walk = page.getByRole('group', { name: 'Where does it hurt?' });
  await walk.getByRole('button', { name: 'Connections pile up' }).click();
  await expect(walk).toContainText('ss -tanH');
  await expect(walk.getByRole('heading', { name: 'In which state are most of them?' })).toBeFocused();
  await walk.getByRole('button', { name: 'CLOSE-WAIT' }).click();
  await expect(walk).toContainText('The peers have closed, and your program hasn’t.');
  await expect(walk.getByRole('link', { name: 'The service that stops after three days' })).toBeVisible();
  await page.goBack();
  await expect(walk.getByRole('heading', { name: 'In which state are most of them?' })).toBeVisible();
  await page.goForward();
  await walk.getByRole('link', { name: /never closed/i }).click();
  await expect(page).toHaveURL(/\/figures\/four-way-close\//);
});

test('an address leads to a place in the tree, and steps can be changed', async ({ page }) => {
  await page.goto('book/guide/locate/?way=4-0');
  const walk = page.getByRole('group', { name: 'Where does it hurt?' });
  await expect(walk).toContainText('The peers have closed');
  await walk.getByRole('button', { name: 'Connections pile up' }).click();
  await expect(page).not.toHaveURL(/way=/);
  await expect(walk.getByRole('button', { name: 'It cannot connect' })).toBeVisible();
});

test('a word of the glossary has an address, and leads to a chapter', async ({ page }) => {
  await page.goto('book/guide/glossary/#rto');
  await expect(page.locator('#rto')).toBeInViewport();
  await page.getByRole('searchbox').fill('retransmission timeout');
  await expect(page.locator('#sack')).toHaveCount(0);
  await page.locator('#rto').getByRole('link').click();
  await expect(page).toHaveURL(/\/congestion\/losing-packets\/#timer$/);
});

test('the index has every experiment, and opens it in a setting', async ({ page }) => {
  await page.goto('book/guide/experiments/');
  await expect(page.locator('[data-experiment-id]')).toHaveCount(EXPERIMENTS.length);
  await page.getByRole('searchbox').fill('SO_SNDBUF');
  const { id, presets } = EXPERIMENTS.find((experiment) => experiment.id === 'send-buffer')!;
  const row = page.locator(`[data-experiment-id="${id}"]`);
  await row.getByRole('link', { name: presets[1]!.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/figures/${id}/\\?${id}\\.`));
});

for (const path of PAGES)
  test(`/${path} is not scrolled sideways on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
