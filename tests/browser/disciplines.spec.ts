/** Queues and disciplines, used as their chapters ask: another discipline, a faster line, the way of a packet. */
import type { Locator } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';

/** A time of the figure's summary, ms; NaN while there is none. */
async function milliseconds(figure: Figure, label: string): Promise<number> {
  await figure.settled();
  const [, value, unit] = /([\d.,\s]+?)\s*(s|ms|µs)(?![a-z])/.exec(await figure.amount(label).innerText()) ?? [];
  return Number(value?.replace(/[,\s]/g, '')) * { s: 1000, ms: 1, µs: 0.001 }[unit ?? 'ms']!;
}

/** Press Tab until this has the focus. */
async function tabTo(target: Locator, most: number): Promise<void> {
  for (let press = 0; press < most; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`${target.toString()} cannot be reached by Tab`);
}

test('a queue for each flow saves the call', async ({ page }) => {
  await page.goto('book/disciplines/fair-queueing/');
  const figure = new Figure(page, 'fair-queueing');
  const call = (): Promise<number> => milliseconds(figure, 'The call’s round trip, median');
  const discipline = figure.root.getByRole('combobox', { name: 'Discipline', exact: true });
  await figure.live();
  await expect(discipline).toHaveValue('pfifo');
  await expect.poll(call).toBeGreaterThan(200);

  await discipline.selectOption('fq_codel');
  await expect.poll(() => figure.address()).toEqual({ 'fair-queueing.qdisc': 'fq_codel' });
  await expect.poll(call, { timeout: 30_000 }).toBeLessThan(40);
  await expect(figure.sentence).toContainText('fq_codel');
});

test('a faster line empties the ring sooner, by keyboard alone', async ({ page }) => {
  await page.goto('book/queues/driver-queue/');
  const figure = new Figure(page, 'driver-queue');
  const wait = (): Promise<number> => milliseconds(figure, 'Wait of the small packet');
  /** 127 packets of 1500 bytes, at the rate that the address gives, ms. */
  const expected = (): number => (127 * 1500 * 8) / (Number(figure.address()['driver-queue.rate'] ?? 5) * 1000);
  /** The numbers of the summary are rounded, so a per cent is as near as it gets. */
  const isRight = async (): Promise<boolean> => Math.abs((await wait()) / expected() - 1) < 0.01;
  await figure.live();
  await expect.poll(isRight).toBe(true);

  // Past the menus, then to the slider.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const rate = figure.slider('Line rate');
  await tabTo(rate, 60);
  for (const key of ['ArrowRight', 'PageUp']) {
    const before = expected();
    await page.keyboard.press(key);
    await expect.poll(expected).toBeLessThan(before);
    await expect.poll(isRight, { timeout: 30_000 }).toBe(true);
  }
  await expect(rate).toBeFocused();
});

test('each queue on the way of a packet leads to its chapter', async ({ page, request }) => {
  await page.goto('book/queues/packet-path/');
  const figure = new Figure(page, 'packet-path');
  const links = figure.root.getByRole('link', { name: /: chapter$/ });
  await expect.poll(() => links.count()).toBeGreaterThan(3);
  const pages = await links.evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
  for (const address of new Set(pages)) {
    expect(new URL(address).pathname).toMatch(/^\/book\/[a-z-]+\/[a-z0-9-]+\/?$/);
    const answer = await request.get(address);
    expect(answer.ok(), address).toBe(true);
    expect(await answer.text()).toContain('<h1');
  }

  // And one of them is followed.
  const to = new URL(pages[0]!).pathname.replace(/\/$/, '');
  await links.first().press('Enter');
  await expect.poll(() => new URL(page.url()).pathname.replace(/\/$/, '')).toBe(to);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
