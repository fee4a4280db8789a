/** A reader's memory after a year: what each action takes with 5,000 cards, in the browser's own database. */
import { join } from 'node:path';
import { createViteServer } from 'vitest/node';

const DAYS = 365;
const LIMIT = 150;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The whole of a year's file; it may take its time, as long as the page stays alive. */
const isFile = (action) => /^(export|import)/.test(action);

/** `block` is the longest stretch in which the page could do nothing else. */
function rows(action, all, block) {
  const goal = isFile(action) ? {} : { limit: LIMIT };
  const within = (100 * all.filter((time) => time <= LIMIT).length) / all.length;
  return [
    { name: `${action}: median of ${all.length}`, value: median(all), unit: 'ms', ...goal },
    { name: `${action}: slowest`, value: Math.max(...all), unit: 'ms', ...goal },
    ...(all.length > 100 ? [{ name: `${action}: within ${LIMIT} ms`, value: within, unit: '%' }] : []),
    ...(Math.max(...all) > 50
      ? [{ name: `${action}: page blocked at most`, value: block, unit: 'ms', limit: LIMIT }]
      : []),
  ];
}

/** The memory's modules as they are, without the site around them. */
function serveModules(root) {
  return createViteServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    cacheDir: join(root, '.cache', 'bench-memory'),
    optimizeDeps: { noDiscovery: true, include: ['d3-array', 'idb', 'react', 'ts-fsrs', 'valibot'] },
    resolve: { alias: { '@docusaurus/Translate': join(root, 'tests', 'untranslated.ts') } },
    server: { host: 'localhost', port: 0, hmr: false, watch: null },
  });
}

/** @param {{browser: import('@playwright/test').Browser, root: string}} bench */
export async function memory({ browser, root }) {
  const server = await serveModules(root);
  await server.listen();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    const url = `http://localhost:${server.httpServer.address().port}/`;
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(url);
    const { answers, times, blocks, megabytes } = await page.evaluate(
      async (days) => (await import('/tests/bench/memory-page.ts')).year(days),
      Number(process.env.IN_FLIGHT_BENCH_DAYS ?? DAYS),
    );
    return [
      { name: 'answers in a year', value: answers, unit: '' },
      ...Object.entries(times).flatMap(([action, all]) => rows(action, all, blocks[action] ?? 0)),
      { name: 'size of the export', value: megabytes, unit: 'MB' },
    ];
  } finally {
    await context.close();
    await server.close();
  }
}
