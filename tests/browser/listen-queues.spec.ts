/** A reader sees who has a seat, finds the overflow and who disagrees about it, and cures it: backlog and somaxconn. */
import type { Page } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';

class ListeningFigure extends Figure {
  static async on(page: Page): Promise<ListeningFigure> {
    await page.goto('book/opening/listen-queues/');
    const figure = new ListeningFigure(page, 'listen-queues');
    await figure.live();
    return figure;
  }

  /** How often the accept queue has overflowed, by the sentence below the picture. */
  async overflows(): Promise<number> {
    await this.settled();
    const said = (await this.sentence.textContent()) ?? '';
    if (said.includes('no overflow')) return 0;
    return Number(/overflows (\d+)\stimes/.exec(said)?.[1]);
  }

  /** What the picture shows at the cursor, as it is said to those who do not see it. */
  async printed(): Promise<string> {
    return (await this.cursor.getAttribute('aria-valuetext')) ?? '';
  }
}

/** The number that is said behind a name. */
const number = (text: string, name: string): number => Number(new RegExp(`${name} (\\d+)`).exec(text)?.[1]);

/** The number that a command prints. */
const count = (text: string, command: RegExp): number =>
  Number(new RegExp(`${command.source}: (\\d+)`).exec(text)?.[1]);

test('the seats are seen first: at rest all are taken, and clients are connected to nothing', async ({ page }) => {
  const figure = await ListeningFigure.on(page);
  await expect.poll(() => figure.overflows()).toBeGreaterThan(100);
  const atRest = (await figure.picture.getAttribute('aria-label')) ?? '';
  expect(atRest).toMatch(/Accept queue 51 of 51, full/);
  expect(atRest).toMatch(/Application stands still/);
  expect(number(atRest, 'connected to nothing')).toBe(7);
  expect(number(atRest, 'Connected, say the clients')).toBe(106);
  expect(number(atRest, 'Connected, says the server')).toBe(99);

  // At the beginning nobody has a seat; in the end all are served, and the counter stays.
  await figure.cursor.press('Home');
  await expect.poll(() => figure.printed()).toMatch(/Accept queue 0 of 51; Application accepts; ListenOverflows 0/);
  await figure.cursor.press('End');
  await expect.poll(() => figure.printed()).toContain('connected and served 400');
  expect(await figure.printed()).toContain('ListenOverflows 338');
  const height = await figure.height();

  // Both settings: more seats than clients who come meanwhile, and nobody falls.
  await figure.choose('Both raised');
  await expect(figure.sentence).toContainText('1025 seats');
  await expect.poll(() => figure.picture.getAttribute('aria-label')).toContain('Accept queue 300 of 1025');
  await expect.poll(() => figure.picture.getAttribute('aria-label')).toContain('ListenOverflows 0');
  expect(await figure.height()).toBe(height);
});

test('the overflow is found at the terminal, where clients and server disagree', async ({ page }) => {
  const figure = await ListeningFigure.on(page);
  await expect.poll(() => figure.overflows()).toBeGreaterThan(100);
  await figure.view.selectOption('Terminal');
  await expect.poll(() => figure.printed()).toContain('ss -lnt');

  // At the beginning nobody waits and nothing is counted.
  await figure.cursor.press('Home');
  await expect.poll(() => figure.printed()).toMatch(/LISTEN 0 50 /);
  expect(await figure.printed()).toMatch(/TcpExtListenOverflows 0 /);

  // A little after the second event the queue is full: 51, one more than its limit.
  for (let event = 0; event < 2; event++) await figure.cursor.press('PageUp');
  for (let step = 0; step < 10; step++) await figure.cursor.press('ArrowRight');
  await expect.poll(() => figure.printed()).toMatch(/LISTEN 51 50 /);
  const full = await figure.printed();
  expect(Number(/TcpExtListenOverflows (\d+)/.exec(full)?.[1])).toBeGreaterThan(0);

  // More clients say ESTABLISHED than the server has sockets.
  const server = count(full, /established 'sport = :8080' \| wc -l/);
  const clients = count(full, /established 'dport = :8080' \| wc -l"/);
  expect(server).toBeGreaterThan(51);
  expect(clients).toBeGreaterThan(server);
});

test('one setting is not enough, both stop the counter', async ({ page }) => {
  const figure = await ListeningFigure.on(page);
  await expect.poll(() => figure.overflows()).toBeGreaterThan(100);
  const before = await figure.overflows();

  // somaxconn alone changes nothing: the program’s backlog is smaller.
  await figure.type('somaxconn', '4096');
  await expect.poll(() => figure.address()).toEqual({ 'listen-queues.somaxconn': '4096' });
  await expect.poll(() => figure.overflows(), { timeout: 30_000 }).toBe(before);
  await expect(figure.sentence).toContainText('51 seats');

  // The backlog alone: fewer, as somaxconn cuts it to 128.
  await figure.choose('Only the backlog raised');
  await expect(figure.sentence).toContainText('129 seats');
  const between = await figure.overflows();
  expect(between).toBeGreaterThan(0);
  expect(between).toBeLessThan(before);

  // And then both.
  await figure.type('somaxconn', '4096');
  await expect.poll(() => figure.overflows(), { timeout: 30_000 }).toBe(0);
  await expect(figure.sentence).toContainText('1025 seats');
  await figure.view.selectOption('Terminal');
  await figure.cursor.press('End');
  await expect.poll(() => figure.printed()).toMatch(/TcpExtListenOverflows 0 /);
  await expect.poll(() => figure.picture.getAttribute('aria-label')).toContain('TcpExtListenOverflows 0');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 700 }, contextOptions: { reducedMotion: 'reduce' } });

  test('the seats keep to the width of the screen, words included', async ({ page }) => {
    const figure = await ListeningFigure.on(page);
    await expect.poll(() => figure.picture.getAttribute('aria-label')).toContain('51 of 51, full');
    const { x, width } = (await figure.picture.boundingBox())!;
    const edges = await figure.picture
      .locator('text, rect')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
    expect(edges.length).toBeGreaterThan(30);
    expect(Math.max(...edges)).toBeLessThanOrEqual(x + width + 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test('the terminal keeps to the width of the screen', async ({ page }) => {
    const figure = await ListeningFigure.on(page);
    await figure.view.selectOption('Terminal');
    await expect.poll(() => figure.printed()).toContain('ss -lnt');
    const { x, width } = (await figure.picture.boundingBox())!;
    const words = await figure.picture
      .locator('tspan')
      .evaluateAll((all) => all.map((word) => word.getBoundingClientRect().right));
    expect(words.length).toBeGreaterThan(20);
    expect(Math.max(...words)).toBeLessThanOrEqual(x + width + 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

test('beside many controls the picture goes along, and stops above the numbers', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const figure = await ListeningFigure.on(page);
  await figure.all();
  const { root, picture } = figure;
  const numbers = root.getByText('A second or more in connect()');
  const gap = async () => {
    const [above, below] = [await picture.boundingBox(), await numbers.boundingBox()];
    return below!.y - above!.y - above!.height;
  };
  const before = await gap();
  await numbers.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  await expect.poll(gap).toBeLessThan(before);
  expect(await gap()).toBeGreaterThan(0);
});
