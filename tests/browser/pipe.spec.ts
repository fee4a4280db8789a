/** A reader at the pipe: play, step, drag its edges, lose a packet. */
import type { Locator, Page } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { WINDOWS } from './pages';

/** The figure with the recorded path: 10 Mbit/s, 40 ms, a queue for 100 packets. */
const PATH = 'congestion-window';

class Pipe extends Figure {
  readonly edge: Locator = this.root.getByRole('slider', { name: /drag its edge/ });
  readonly time: Locator = this.root.getByRole('slider', { name: 'Time in the pipe' });
  readonly stage: Locator = this.root.getByRole('img', { name: /^The path/ });

  press(name: string): Promise<void> {
    return this.root.getByRole('button', { name, exact: true }).click();
  }

  /** The label over the queue. */
  get queue(): Locator {
    return this.stage.getByText(/^queue/);
  }
}

async function open(page: Page): Promise<Pipe> {
  await page.goto(WINDOWS);
  const pipe = new Pipe(page, PATH);
  await pipe.near();
  await pipe.edge.waitFor();
  return pipe;
}

test.describe('the pipe', () => {
  test('stands at the first drop: the queue is full', async ({ page }) => {
    const pipe = await open(page);
    await expect(pipe.queue).toHaveText('queue 100 of 100');
  });

  test('plays, pauses, and moves with the space bar too', async ({ page }) => {
    const pipe = await open(page);
    const before = await pipe.time.inputValue();
    await pipe.press('Play');
    await expect.poll(() => pipe.time.inputValue()).not.toBe(before);
    await pipe.press('Pause');
    const paused = await pipe.time.inputValue();
    await pipe.edge.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => pipe.time.inputValue()).not.toBe(paused);
  });

  test('the edge of the queue sets the buffer, by mouse and by keys', async ({ page }) => {
    const pipe = await open(page);
    await pipe.view.selectOption('Curves');
    const queue = pipe.picture.locator('[data-role="run"][data-series="queue"] path').last();
    const drawn = await queue.getAttribute('d');
    await pipe.edge.scrollIntoViewIfNeeded();
    const box = (await pipe.edge.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => Number(pipe.address()[`${PATH}.buffer`])).toBeGreaterThan(150);
    await pipe.settled();
    await expect(queue).not.toHaveAttribute('d', drawn!);
    const moved = (await pipe.edge.boundingBox())!;
    expect(Math.abs(moved.x - (box.x - 40))).toBeLessThan(6);
    const value = Number(pipe.address()[`${PATH}.buffer`]);
    await pipe.edge.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => Number(pipe.address()[`${PATH}.buffer`])).toBeGreaterThan(value);
  });

  test('a packet that is clicked is lost in the next run', async ({ page }) => {
    // It stands still, so the packet that is pointed at is the one that is clicked.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const pipe = await open(page);
    await pipe.stage.scrollIntoViewIfNeeded();
    const box = (await pipe.stage.boundingBox())!;
    // The full wire behind the bottleneck: there is always a packet near.
    const point = { x: box.width * 0.75, y: 44 };
    await page.mouse.move(box.x + point.x, box.y + point.y);
    const name = await pipe.root.getByText(/^Packet \d+, bytes/).textContent();
    await page.mouse.click(box.x + point.x, box.y + point.y);
    const number = /\d+/.exec(name!)![0];
    await expect.poll(() => pipe.address()[`${PATH}.lose`]).toBe(number);
    await pipe.settled();
    await pipe.behind('Data');
    await expect(pipe.root.getByRole('tabpanel').getByText('Lost at random').locator('..')).toContainText(/1.packet$/);
  });

  test('steps go from event to event and say each; the packet that just left can be lost', async ({ page }) => {
    const pipe = await open(page);
    const said = pipe.root.getByRole('status').filter({ hasText: /packet|ACK/i });
    // They come with the first touch of what moves.
    await pipe.press('Play');
    await pipe.press('Pause');
    await pipe.press('Step');
    await expect(said).toHaveText(/./);
    const first = await pipe.time.getAttribute('aria-valuetext');
    for (let step = 0; step < 6; step++) await pipe.press('Step');
    await expect(pipe.time).not.toHaveAttribute('aria-valuetext', first!);
    await pipe.press('Lose the packet that just left');
    await expect.poll(() => pipe.address()).toHaveProperty([`${PATH}.lose`]);
    await pipe.settled();
    await expect(pipe.root.getByText(/^Packet \d+, bytes.*lost on the way/)).toBeVisible();
  });

  test('stays still for those who asked for less motion, until they want it', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const pipe = await open(page);
    await expect(pipe.root.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
    await pipe.press('Let it move');
    await expect(pipe.root.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });
});
