/** A figure's own commands, run on the Linux of the page: its curve over the model's, and how far they are apart. */
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { WINDOWS } from './pages';

/** Six seconds at 2 Mbit/s on the machine, then the same in Python. */
const PATIENCE = 150_000;

test.describe('Run it on Linux', () => {
  test('loads nothing before it is asked for, and gives the verdicts of `inflight compare`', async ({ page }) => {
    test.setTimeout(2 * PATIENCE);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/machine/') && asked.push(request.url()));
    await page.goto(`${WINDOWS}?congestion-window.duration=6&congestion-window.rate=2`);
    const figure = new Figure(page, 'congestion-window');
    await figure.live();
    await figure.root.getByText('Commands, Python, evidence, data').click();
    const tab = figure.root.getByRole('tabpanel');
    const run = tab.getByRole('button', { name: 'Run it on Linux' });
    await expect(tab).toContainText('6 s of a real kernel');
    expect(asked).toEqual([]);

    await run.click();
    const row = tab.getByRole('row').filter({ hasText: 'goodput' });
    await expect(row).toContainText('✓ within', { timeout: PATIENCE });
    await expect(tab.getByRole('row').filter({ hasText: '✗ outside' })).toHaveCount(0);
    await expect(tab.locator('[data-role="kernel"] path').first()).toBeAttached();

    // It isn’t lost while another tab is open, and it is evidence.
    await figure.root.getByRole('tab', { name: 'How do we know?' }).click();
    const evidence = tab.locator('section').filter({ hasText: 'This setting next to a kernel in your browser' });
    await expect(evidence.getByRole('row').filter({ hasText: 'goodput' })).toContainText('✓ within');
  });

  test('says so where the machine can’t', async ({ page }) => {
    await page.goto(`${WINDOWS}?congestion-window.delayed_ack=off`);
    const figure = new Figure(page, 'congestion-window');
    await figure.live();
    await figure.root.getByText('Commands, Python, evidence, data').click();
    const tab = figure.root.getByRole('tabpanel');
    await expect(tab).toContainText('can’t run this by itself');
    await expect(tab.getByRole('button', { name: 'Run it on Linux' })).toHaveCount(0);
  });
});
