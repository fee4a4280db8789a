import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Driver, start } from './driver';

const SCREEN = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
const PAGE_LOAD_MS = 60_000;

/** WebKitGTK's own small browser by its driver (WebDriver), on a screen that nobody sees. */
export async function webkit(): Promise<Driver> {
  const screen = start('Xvfb', [...SCREEN, '-displayfd', '1']);
  const [, display] = await screen.says(/^(\d+)\n/);
  const port = await freePort();
  const program = start('WebKitWebDriver', [`--port=${port}`], { DISPLAY: `:${display}`, GDK_BACKEND: 'x11' });
  const root = `http://127.0.0.1:${port}`;
  await listens(root);
  const { sessionId } = (await command('POST', `${root}/session`, { capabilities: {} })) as { sessionId: string };
  const session = `${root}/session/${sessionId}`;
  const send = (what: string, body: object): Promise<unknown> => command('POST', `${session}/${what}`, body);
  await send('timeouts', { pageLoad: PAGE_LOAD_MS });
  return {
    open: async (url) => void (await send('url', { url })),
    resize: async (width, height) => void (await send('window/rect', { width, height })),
    evaluate: async (expression) =>
      (await send('execute/sync', { script: `return ${expression}`, args: [] })) as string,
    perform: async (actions) => void (await send('actions', { actions })),
    async end() {
      await command('DELETE', session);
      await program.end();
      await screen.end();
    },
  };
}

async function command(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

/** It does not say when it does. */
async function listens(root: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++, await setTimeout(100)) {
    if (await fetch(`${root}/status`).catch(() => undefined)) return;
  }
  throw new Error('WebKitWebDriver does not start');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
