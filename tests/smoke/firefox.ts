import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Driver, start } from './driver';

/**
 * Firefox by WebDriver BiDi, which it speaks itself. Of the libraries that do, Playwright's sends what an ESR does not
 * know yet, Selenium and WebdriverIO go through geckodriver, which Debian has not, and Puppeteer has no WebKit.
 */
export async function firefox(): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'in-flight-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const program = start('firefox-esr', args);
  const [, address] = await program.says(/WebDriver BiDi listening on (ws:\S+)/);
  const send = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    evaluate: async (expression) => {
      const answer = (await send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      })) as Evaluated;
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    async end() {
      await program.end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Evaluated =
  { type: 'success'; result: { value: string } } | { type: 'exception'; exceptionDetails: { text: string } };

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

type Answer = { id?: number } & (
  { type: 'success'; result: unknown } | { type: 'error'; error: string; message: string } | { type: 'event' }
);

/** The way to send commands and wait for their answers. */
async function connect(address: string): Promise<(method: string, params: object) => Promise<unknown>> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, Pending>();
  socket.on('message', (text) => {
    const answer = JSON.parse(String(text)) as Answer;
    if (answer.id === undefined) return;
    if (answer.type === 'success') waiting.get(answer.id)?.resolve(answer.result);
    if (answer.type === 'error') waiting.get(answer.id)?.reject(new Error(`${answer.error}: ${answer.message}`));
    waiting.delete(answer.id);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
