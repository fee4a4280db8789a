/** What students hand in, run in a page: a Python of its own each time, which can reach nothing and leaves nothing. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import type { OnceLimits } from '../../src/runtime/once';
import type { RuntimeUrls } from '../../src/runtime/types';
import { SIMULATIONS } from '../command-line';
import { DIG } from './dig';
import { expect, test as base } from './fixtures';

const ROOT = join(__dirname, '../..');
const LINE = { rate: 4, rtt: 40, buffer: 20, loss: 0.5, duration: 3 };

const RENO = [
  'def on_ack(cc, ack):',
  '    if not ack.in_recovery:',
  '        cc.cwnd += ack.acked if cc.cwnd < cc.ssthresh else ack.acked / cc.cwnd',
  'def on_loss(cc, now):',
  '    cc.ssthresh = cc.cwnd / 2',
];

type Answers = { decisions?: number[]; error?: string }[];

/** The site's modules as a page could import them; the site itself has them in bundles. */
async function serveSource(page: Page): Promise<void> {
  await page.route('**/source-under-test/**', async (route) => {
    const [, path] = new URL(route.request().url()).pathname.split('/source-under-test/');
    const isOurs = path !== 'valibot';
    const file = isOurs ? `src/${path}.ts` : 'node_modules/valibot/dist/index.mjs';
    const text = readFileSync(join(ROOT, file), 'utf8');
    const options = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
    const body = isOurs ? transpileModule(text, { compilerOptions: options }).outputText : text;
    const address = route
      .request()
      .url()
      .replace(/source-under-test\/.*/, 'source-under-test/valibot');
    await route.fulfill({ contentType: 'text/javascript', body: body.replace("'valibot'", `'${address}'`) });
  });
}

/** What the build ships, by what it is called there. */
function shipped(baseURL: string): RuntimeUrls {
  const names = readdirSync(join(ROOT, 'build', 'py'));
  const find = (begin: string): string => `${baseURL}py/${names.find((name) => name.startsWith(begin))!}`;
  const pyodide = `${find('pyodide-')}/`;
  const lock = JSON.parse(readFileSync(join(ROOT, 'node_modules/pyodide/pyodide-lock.json'), 'utf8')) as object;
  return {
    worker: find('worker-'),
    frame: find('sandbox-'),
    inside: find('inside-'),
    pyodide,
    loader: `${pyodide}pyodide.mjs`,
    engine: `${pyodide}pyodide.asm.mjs`,
    wasm: `${pyodide}pyodide.asm.wasm`,
    stdlib: find('stdlib-'),
    kernel: find('kernel-'),
    rest: find('rest-'),
    figures: {},
    lock: { ...lock, packages: {} },
  };
}

/** Runs programs in a sandbox of their own each, all begun at once. */
type Decide = (programs: string[][], limits?: Partial<OnceLimits>) => Promise<Answers[]>;

const test = base.extend<{ outside: { address: string; asked: string[] }; decide: Decide }>({
  // eslint-disable-next-line no-empty-pattern
  outside: async ({}, use) => {
    const asked: string[] = [];
    const server: Server = createServer((_, response) => response.end());
    server.on('connection', () => asked.push('a connection'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked });
    server.closeAllConnections();
    server.close();
  },

  decide: async ({ page, baseURL }, use) => {
    await serveSource(page);
    await page.goto('404.html');
    const urls = shipped(baseURL!);
    await use((programs, changes = {}) =>
      page.evaluate(
        async ([address, addresses, texts, line, others]) => {
          const { askOnce, STUDENTS } = (await import(address)) as typeof import('../../src/runtime/index');
          const limits = { ...STUDENTS, ...others };
          const { signal } = new AbortController();
          const run = (code: string) => [{ code, path: line, seed: 's' }];
          const found = await Promise.all(
            texts.map((code) => askOnce(addresses, limits, 'decisions', run(code), signal)),
          );
          // What is no object, Python would refuse.
          const read = (trace: (typeof found)[number][number]) =>
            typeof trace !== 'string' ? trace : trace.startsWith('{') ? JSON.parse(trace) : { error: trace };
          return found.map((traces) => traces.map(read)) as Answers[];
        },
        [
          `${baseURL}source-under-test/runtime/index`,
          urls,
          programs.map((lines) => lines.join('\n')),
          LINE,
          changes,
        ] as const,
      ),
    );
    await expect(page.locator('iframe'), 'each is gone when it has answered').toHaveCount(0);
    expect(page.workers().filter((worker) => worker.url().startsWith('blob:'))).toEqual([]);
  },
});

test('decisions come back, the same from each Python, and no more than two run at a time', async ({ decide, page }) => {
  const most = await page.evaluateHandle(() => {
    const seen = { frames: 0 };
    const look = (): void => void (seen.frames = Math.max(seen.frames, document.querySelectorAll('iframe').length));
    new MutationObserver(look).observe(document.body, { childList: true });
    return seen;
  });
  const found = await decide([RENO, RENO, RENO]);
  expect(await most.jsonValue()).toEqual({ frames: 2 });
  const [decisions] = found.map(([answer]) => answer!.decisions!);
  expect(decisions!.length).toBeGreaterThan(30);
  expect(decisions!.length % 3).toBe(0);
  expect(found).toEqual(found.map(() => [{ decisions }]));
});

test('code cannot tell the page from the command line', { tag: '@full' }, async ({ decide }) => {
  test.setTimeout(300_000);
  const telling = JSON.parse(readFileSync(join(ROOT, 'tests/models/jail/telling.json'), 'utf8')) as object;
  const programs = Object.values(telling) as string[][];
  const runs = programs.map((lines) => [{ code: lines.join('\n'), path: LINE, seed: 's' }]);
  const runAll =
    'import json, sys; from inflight.classroom.jail import run_all; ' +
    'json.dump([run_all(runs) for runs in json.load(sys.stdin)], sys.stdout)';
  const env = { ...process.env, PYTHONPATH: SIMULATIONS };
  const told = execFileSync('python3', ['-c', runAll], { env, input: JSON.stringify(runs), encoding: 'utf8' });
  expect(await decide(programs)).toEqual(JSON.parse(told));
});

test('what goes wrong is one line, and says which', { tag: '@full' }, async ({ decide }) => {
  test.slow();
  const found = await decide(
    [
      ['fine = 1', 'fine / 0'],
      ['hoard = []', 'while True:', '    hoard.append(bytearray(1 << 26))'],
      [DIG, ...RENO, 'import inflight.bridge.answers as b', "b.Asked.text = lambda self: '[1]'"],
      ['while True: pass'],
      [DIG, ...RENO, 'import inflight.bridge.answers as b', 'b.Asked.step = lambda *_: False'],
    ],
    { silence: 6000, silent: 'it hangs', total: 12_000, slow: 'it goes on' },
  );
  expect(found.map(([answer]) => answer!.error)).toEqual([
    expect.stringMatching(/^line 2: ZeroDivisionError: division by zero/),
    expect.stringMatching(/^line 3: MemoryError/),
    '[1]',
    'it hangs',
    'it goes on',
  ]);
});

test.describe('no way out', () => {
  // The browser tells of requests that it stops; `outside` knows whether one got through.
  test.use({
    expectedErrors: [
      /Content Security Policy|Failed to load|ERR_|WebSocket|Access to|Pyodide|fatal error|asks another/i,
    ],
  });

  test('neither through Python’s modules nor through C', async ({ decide, outside }) => {
    const url = `http://${outside.address}/leak`;
    const doors = [
      ['import js', `js.fetch("${url}")`],
      ['from pyodide.http import pyfetch', `pyfetch("${url}")`],
      ['import urllib.request', `urllib.request.urlopen("${url}")`],
      [
        'import gc',
        'run = [o for o in gc.get_objects() if type(o) is dict and "run_js" in o][0]["run_js"]',
        'run("1")',
      ],
      ['import ctypes', `ctypes.CDLL(None).emscripten_run_script(b"fetch('${url}')")`],
    ];
    const found = await decide(doors.map((lines) => [DIG, ...lines]));
    for (const [answer] of found) expect(Object.keys(answer!)).toEqual(['error']);
    expect(outside.asked).toEqual([]);
  });
});
