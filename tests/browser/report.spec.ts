/** What the page around an assignment is told of the student: nothing, unless the assignment names its origin. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { hashOf } from '../../src/classroom/address';
import { test } from './host';

const SLOW = { timeout: 60_000 };

/** One question of the kind choice. */
function assignment(fields: object): object {
  const text = readFileSync(join(__dirname, 'assignments/each-kind.json'), 'utf8');
  const { secret, questions, ...rest } = JSON.parse(text) as { secret?: string; questions: { id: string }[] };
  expect(secret).toBeTruthy();
  return { ...rest, questions: questions.filter(({ id }) => id === 'limits'), ...fields };
}

/** The page's listener comes before anything that could tell it something. */
const LISTENING = `<script>
  window.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
</script>`;

type Message = Record<string, unknown> & { type?: string };

const heard = (page: Page): Promise<Message[]> =>
  page.evaluate(() => (window as unknown as { heard: Message[] }).heard);

/** Shows the assignment in a frame of the page at `address`, and has the student get all points, and hand in. */
async function take(page: Page, baseURL: string, address: string, about: object): Promise<void> {
  const { origin } = new URL(address);
  const inner = `${baseURL}assignment/?embed${hashOf(about, { student: 's-9', name: 'Bo' })}&lms=${encodeURIComponent(origin)}`;
  await page.goto(address);
  await page.evaluate((src) => {
    document.body.append(
      Object.assign(document.createElement('iframe'), { src, title: 'inner', width: 900, height: 700 }),
    );
  }, inner);
  const frame = page.frameLocator('iframe');
  const limits = frame.locator('#question-limits');
  await limits.getByRole('radio', { name: 'A small buffer' }).check(SLOW);
  await expect(frame.getByRole('navigation')).toHaveCount(0);
  await limits.getByRole('button', { name: 'Check' }).click();
  await expect(limits.getByText('2 of 2 points.')).toBeVisible(SLOW);
  const saved = page.waitForEvent('download');
  await frame.getByRole('button', { name: 'Hand in: save the file' }).click();
  await saved;
  await expect(frame.getByText('Handed in', { exact: false }).first()).toBeVisible();
}

test('the page that is named is told points and receipt, also in the words of SCORM', async ({
  page,
  host,
  baseURL,
}) => {
  const address = await host(LISTENING);
  await take(page, baseURL!, address, assignment({ embed: { origin: new URL(address).origin } }));
  const told = async (): Promise<Message | undefined> =>
    (await heard(page)).filter(({ type }) => type === 'inflight:assignment').at(-1);
  await expect.poll(told).toEqual({
    type: 'inflight:assignment',
    id: 'each-kind',
    student: 's-9',
    points: 2,
    possible: 2,
    complete: true,
    receipt: expect.stringMatching(/^\S{12,}$/),
    state: 'handed-in',
  });
  await expect.poll(async () => (await heard(page)).map(({ method }) => method)).toContain('LMSSetValue');
});

for (const [who, embed] of [
  ['no page is named', {}],
  ['another page is named', { embed: { origin: 'https://lms.example.edu' } }],
] as const)
  test(`where ${who}, a page hears how tall the frame is and nothing else`, async ({ page, host, baseURL }) => {
    await take(page, baseURL!, await host(LISTENING), assignment(embed));
    const found = await heard(page);
    expect(found.length).toBeGreaterThan(0);
    for (const message of found)
      expect(message).toEqual({ type: 'inflight:resize', id: 'assignment', height: expect.any(Number) });
  });
