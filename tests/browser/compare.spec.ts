/** What a run can be laid beside: the one that is kept, other seeds, the kernel's; and other views of the same run. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { USUAL } from '../../src/model/kernels';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { WINDOWS } from './pages';

const WINDOW = 'congestion-window';
const RECORDING = 'A_reno_b100';
const ROOT = join(__dirname, '../..');

interface Metric {
  metric: string;
  error: number;
  bound: number | null;
}

/** What `inflight compare` says of one recording. */
function compared(recording: string): Metric[] {
  const folder = mkdtempSync(join(tmpdir(), 'inflight-'));
  copyFileSync(join(ROOT, 'tests/kernel/recordings', USUAL, `${recording}.json`), join(folder, `${recording}.json`));
  const env = { ...process.env, PYTHONPATH: join(ROOT, 'simulations') };
  const json = execFileSync('python3', ['-m', 'inflight', 'compare', folder, '--json'], { encoding: 'utf8', env });
  return (JSON.parse(json) as { metrics: Metric[] }[])[0]!.metrics;
}

/** As the page prints a share. */
function percent(share: number): string {
  const tenths = Math.round(1000 * share) / 10;
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${Math.abs(tenths)}%`;
}

test.describe('a figure beside something else', () => {
  let figure: Figure;

  test.beforeEach(async ({ page }) => {
    await page.goto(WINDOWS);
    figure = new Figure(page, WINDOW);
    await figure.live();
  });

  test('Linux’s curve lies over the model’s, with the errors that `compare` prints', async () => {
    await figure.more('Linux’s curve');
    await expect(figure.picture.locator('[data-role="kernel"] path').first()).toBeAttached();
    const said = figure.root.locator('li[data-role="kernel"]');
    const judged = compared(RECORDING).filter(({ bound }) => bound !== null);
    expect(judged.length).toBeGreaterThan(4);
    for (const { metric, error } of judged)
      await expect(said).toContainText(`${metric.replaceAll('_', ' ')} ${percent(error)}`);
    await expect.poll(() => figure.address()).toEqual({ [`${WINDOW}.linux`]: 'on' });

    await figure.choose('Far too large a buffer');
    await expect(said).toContainText('isn’t at one of them');
    await expect(figure.picture.locator('[data-role="kernel"]')).toHaveCount(0);
  });

  test('a run that is kept stays while others come and go, and goes with the link', async ({ page, context }) => {
    await figure.more('Keep as A');
    await figure.choose('Too small a buffer');
    const pinned = figure.picture.locator('[data-role="pinned"] path').first();
    await expect(pinned).toBeAttached();
    await expect(figure.root.locator('li[data-role="pinned"]')).toContainText('Buffer 100 packets');
    const kept = await pinned.getAttribute('d');
    await figure.choose('Far too large a buffer');
    await expect(figure.root.locator('li[data-role="pinned"]')).toContainText('Buffer 100 packets');
    await expect(figure.picture.locator('[data-role="ghost"]')).toHaveCount(0);
    expect(kept).not.toBe('');
    const drawn = await figure.curves();

    await expect.poll(() => figure.address()).toMatchObject({ [`${WINDOW}.pin`]: 'on', [`${WINDOW}.buffer`]: '300' });
    const copy = new Figure(await context.newPage(), WINDOW);
    await copy.page.goto(page.url());
    await expect(copy.picture.locator('[data-role="pinned"] path').first()).toBeAttached();
    await expect.poll(() => copy.curves()).toBe(drawn);

    await figure.more('Drop A');
    await expect(figure.picture.locator('[data-role="pinned"]')).toHaveCount(0);
  });

  test('ten seeds make a band around the run', async () => {
    await expect(figure.button('10 seeds')).toHaveCount(0);
    await figure.choose('One per cent lost');
    await figure.all();
    await figure.type('Duration', '2');
    await figure.more('10 seeds');
    await expect(figure.root.locator('li[data-role="band"]')).toContainText('10 of 10 seeds');
    await expect(figure.picture.locator('[data-band]').first()).toBeAttached();
  });

  test('another view shows the same run, stands in the address, and comes back by the link', async ({
    page,
    context,
  }) => {
    const curves = (await figure.height())!;
    await figure.view.selectOption('Sequence numbers');
    await expect(figure.view).toHaveValue('sequence');
    await expect.poll(async () => (await figure.height()) ?? curves).not.toBe(curves);
    await expect.poll(() => figure.address()).toEqual({ [`${WINDOW}.view`]: 'sequence' });
    const copy = new Figure(await context.newPage(), WINDOW);
    await copy.page.goto(page.url());
    await expect(copy.view).toHaveValue('sequence');
    await copy.settled();
    await expect.poll(() => copy.height()).toBe(await figure.height());
  });

  test('the buffer is dragged on the plot of the queue', async ({ page }) => {
    const built = await figure.curves();
    await figure.view.selectOption('Curves');
    const grip = figure.root.getByRole('slider', { name: 'Buffer, on the plot' });
    await grip.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await grip.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2 + 36, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => figure.curves()).not.toBe(built);
    await figure.settled();
    const buffer = Number(figure.address()[`${WINDOW}.buffer`]);
    expect(buffer).toBeGreaterThan(30);
    expect(buffer).toBeLessThan(70);
    await grip.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => Number(figure.address()[`${WINDOW}.buffer`])).toBeGreaterThan(buffer);
  });
});
