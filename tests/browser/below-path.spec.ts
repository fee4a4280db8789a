/** The book below a path, as a project page or an intranet serves it; here with the policy as a header. */
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { WINDOWS } from './pages';

test.use({ baseURL: `${process.env.IN_FLIGHT_BELOW_PATH_URL}in/flight/` });

test('a figure answers live', async ({ page }) => {
  await page.goto(WINDOWS);
  const figure = new Figure(page, 'textbook-trace');
  await figure.live();
  const built = await figure.curves();
  await figure.slider('First threshold').focus();
  await page.keyboard.press('ArrowRight');
  await expect(figure.sentence).toContainText('threshold 17 reached');
  expect(await figure.curves()).not.toBe(built);
});

test('everything the home page asks for is below the path, and there', async ({ page, baseURL }) => {
  const outside: string[] = [];
  page.on('response', (response) => {
    if (!response.url().startsWith(baseURL!) || response.status() >= 400) outside.push(response.url());
  });
  await page.goto('');
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'In Flight' }).first().click();
  await expect(page).toHaveURL(new RegExp(`^${baseURL}`));
  expect(outside).toEqual([]);
});

test('a reader’s own code runs, and the policy is the header’s', async ({ page }) => {
  const response = await page.goto('figures/your-algorithm/');
  expect(response!.headers()['content-security-policy']).toMatch(/^default-src 'self'; script-src /);
  const figure = new Figure(page, 'your-algorithm');
  await figure.root.locator('.cm-content').fill('raise ValueError("here I am")');
  await figure.root.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(figure.root.getByRole('alert').filter({ visible: true })).toContainText('here I am');
});
