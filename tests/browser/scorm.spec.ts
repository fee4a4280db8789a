/** The SCORM package in a run-time of SCORM 1.2 on another origin, as a learning management system has one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { add, good } from './builder';

const SLOW = { timeout: 60_000 };
const RUNTIME = readFileSync(join(__dirname, '../../node_modules/scorm-again/dist/scorm12.min.js'), 'utf8');

/** A page of the system: it has the run-time, knows the student, and shows the package in a frame. */
const SYSTEM = `<!doctype html>
<title>A course</title>
<script src="runtime.js"></script>
<script>
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  API.loadFromFlattenedJSON({
    'cmi.core.student_id': 'S-17', 'cmi.core.student_name': 'Lovelace, Ada', 'cmi.core.lesson_status': 'not attempted',
  });
</script>
<iframe title="The package" src="package/index.html" width="1000" height="1200"></iframe>`;

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', xml: 'text/xml' };

interface System {
  origin: string;
  /** Serves these files below `package/`, and the system's page; gives back its address. */
  serve: (files: Record<string, string>) => string;
}

const test = base.extend<{ system: System }>({
  // eslint-disable-next-line no-empty-pattern
  system: async ({}, use) => {
    let served: Record<string, string> = {};
    const server = createServer(({ url }, response) => {
      const name = new URL(url!, 'http://system').pathname.slice(1);
      const text = served[name];
      const type = TYPES[name.split('.').at(-1)!] ?? TYPES.html!;
      response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': `${type}; charset=utf-8` }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const serve: System['serve'] = (files) => {
      const below = Object.entries(files).map(([name, text]) => [`package/${name}`, text] as const);
      served = { '': SYSTEM, 'runtime.js': RUNTIME, ...Object.fromEntries(below) };
      return `${origin}/`;
    };
    await use({ origin, serve });
    server.closeAllConnections();
    server.close();
  },
});

/** An assignment that names this origin, as the builder packs it. */
async function packed(page: Page, origin: string): Promise<Record<string, string>> {
  await page.goto('teach/');
  await page.getByRole('button', { name: 'Start from scratch' }).click();
  await page.getByLabel('Title').fill('Buffers & <windows>');
  await page.getByRole('radio', { name: /^At once/i }).check();
  await page.getByText('Who may hand in, keys').click();
  await page.getByLabel('Origin of the page around it').fill(origin);
  for (const right of ['That one', 'Neither']) {
    await add(page, 'Choice');
    await page.keyboard.type('Which of them?');
    await page.getByLabel('Choice 1', { exact: true }).fill('This one');
    await page.getByLabel('Choice 2', { exact: true }).fill(right);
    await page.getByLabel('Choice 2 is right').check();
  }
  await good(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SCORM 1.2 package' }).click();
  const files = unzipSync(readFileSync(await (await saved).path()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

interface Core {
  lesson_status: string;
  exit: string;
  score: { raw: string; max: string };
  session_time: string;
}

const core = (page: Page): Promise<Core> =>
  page.evaluate(() => {
    const { API } = window as unknown as { API: { cmi: { core: Core } } };
    return JSON.parse(JSON.stringify(API.cmi.core)) as Core;
  });

test('tells its name, the score and the completion', async ({ page, system }) => {
  test.setTimeout(180_000);
  const files = await packed(page, system.origin);
  const manifest = await page.evaluate((text) => {
    const tree = new DOMParser().parseFromString(text, 'application/xml');
    const all = (name: string): Element[] => [...tree.getElementsByTagName(name)];
    return {
      errors: all('parsererror').length,
      title: all('title').map((each) => each.textContent),
      version: all('schemaversion')[0]?.textContent,
      type: all('resource')[0]?.getAttributeNS('http://www.adlnet.org/xsd/adlcp_rootv1p2', 'scormtype'),
      launch: all('resource')[0]?.getAttribute('href'),
      files: all('file').map((each) => each.getAttribute('href')!),
    };
  }, files['imsmanifest.xml']!);
  expect(manifest).toMatchObject({ errors: 0, version: '1.2', type: 'sco', launch: 'index.html' });
  expect(manifest.title).toEqual(['Buffers & <windows>', 'Buffers & <windows>']);
  expect([...manifest.files, 'imsmanifest.xml'].sort()).toEqual(Object.keys(files).sort());

  await page.goto(system.serve(files));
  const student = page.frameLocator('iframe').frameLocator('iframe');
  // The system knows who it is; nobody is asked.
  await expect(student.getByText('0 of 2 answered')).toBeVisible(SLOW);
  await expect(student.getByText('S-17').first()).toBeVisible();
  await expect.poll(async () => (await core(page)).lesson_status).toBe('incomplete');

  const question = student.locator('[id^="question-"]').first();
  await question.getByRole('radio', { name: 'That one' }).check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.getByText(/^\d of \d points\.$/)).toBeVisible(SLOW);
  // One of two right.
  await expect.poll(async () => (await core(page)).score.raw).toBe('50');
  expect(await core(page)).toMatchObject({ lesson_status: 'incomplete', exit: 'suspend', score: { max: '100' } });

  const saved = page.waitForEvent('download');
  await student.getByRole('button', { name: /^Hand in/ }).click();
  await saved;
  await expect.poll(async () => (await core(page)).lesson_status).toBe('completed');
  expect((await core(page)).score.raw).toBe('50');

  // Whoever leaves ends the session.
  const isOver = () =>
    page.evaluate(() => (window as unknown as { API: { isTerminated(): boolean } }).API.isTerminated());
  expect(await isOver()).toBe(false);
  await page.evaluate(() => document.querySelector('iframe')!.remove());
  await expect.poll(isOver).toBe(true);
  expect((await core(page)).session_time).toMatch(/^\d+:\d\d:\d\d/);
});

test('a system of another origin is told nothing, and says which one would have to be named', async ({
  page,
  system,
}) => {
  test.setTimeout(180_000);
  await page.goto(system.serve(await packed(page, 'https://lms.example.edu')));
  const launched = page.frameLocator('iframe');
  await expect(launched.getByText('The result isn’t reported')).toContainText(system.origin);
  const student = launched.frameLocator('iframe');
  const question = student.locator('[id^="question-"]').first();
  await question.getByRole('radio', { name: 'That one' }).check(SLOW);
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.getByText(/^\d of \d points\.$/)).toBeVisible(SLOW);
  expect(await core(page)).toMatchObject({ lesson_status: 'not attempted', score: { raw: '' } });
});
