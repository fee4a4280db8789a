import { createHash } from 'node:crypto';
import { HOSTS } from '../../src/machine/hosts';
import { printedInNode } from '../machine/inNode';
import { LASTS, SESSION, hashOf } from '../machine/session';
import manifest from '../../machine/manifest.json';
import { violations } from './axe';
import { expect, test } from './fixtures';

/** A restore takes a second or two, and more where other tests need the processor. */
const PATIENCE = 60_000;

test.describe('Linux in the page', () => {
  test('loads nothing before it is asked for, then shows a prompt', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('linux/');
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path.includes('/machine/'))).toEqual([]);
    await page.getByRole('button', { name: 'Start Linux' }).click();
    const terminal = page.getByRole('group', { name: 'Terminal of sender' });
    await expect(terminal).toContainText('sender#', { timeout: PATIENCE });
    expect(asked.filter((path) => path.includes('/machine/')).length).toBe(3);

    await page.keyboard.type('ping -c 1 router\n');
    await expect(terminal).toContainText('1 packets received', { timeout: PATIENCE });
    await page.keyboard.press('Shift+Tab');
    expect(await terminal.evaluate((element) => element.contains(document.activeElement))).toBe(false);

    await page.getByRole('tab', { name: 'router#' }).click();
    const router = page.getByRole('group', { name: 'Terminal of router' });
    await router.click();
    await page.getByRole('slider', { name: 'Rate' }).fill('25');
    await router.click();
    await expect(async () => {
      await page.keyboard.type('tc qdisc show dev out\n');
      await expect(router).toContainText('rate 25Mbit', { timeout: 2000 });
    }).toPass({ timeout: PATIENCE });
    expect(await violations(page)).toEqual([]);
  });

  test('prints what it prints in Node.js', async ({ page }) => {
    test.setTimeout(2 * PATIENCE);
    await page.goto('linux/');
    const addresses: string[] = [];
    page.on('request', (request) => /\/machine\//.test(request.url()) && addresses.push(request.url()));
    await page.getByRole('button', { name: 'Start Linux' }).click();
    await expect.poll(() => addresses.length, { timeout: PATIENCE }).toBe(3);
    const find = (name: string): string => addresses.find((address) => address.includes(`/machine/${name}-`))!;
    const printed = await page.evaluate(
      async ({ program, wasm, state, now, session, lasts, hosts }) => {
        const load = async (url: string): Promise<ArrayBuffer> => (await fetch(url)).arrayBuffer();
        const worker = new Worker(program);
        const printed: string[] = Array.from({ length: hosts }, () => '');
        const unpacked = new Blob([await load(wasm)]).stream().pipeThrough(new DecompressionStream('gzip'));
        const files = { wasm: await new Response(unpacked).arrayBuffer(), beginning: { state: await load(state) } };
        await new Promise<void>((resolve, reject) => {
          worker.onmessage = ({ data }) => {
            if (data.say === 'failed') reject(new Error(data.error));
            if (data.say === 'printed') printed[data.line] += new TextDecoder('latin1').decode(data.bytes);
            if (data.say === 'stopped') resolve();
            if (data.say !== 'started') return;
            for (const { text, ...input } of session) {
              worker.postMessage({ do: 'send', ...input, bytes: new TextEncoder().encode(text) });
            }
            worker.postMessage({ do: 'advance', ns: lasts * 1e6 });
          };
          worker.postMessage({ do: 'start', ...files, now });
        });
        worker.terminate();
        return printed;
      },
      {
        ...{ program: find('thread'), wasm: find('v86'), state: find('linux') },
        ...{ now: manifest.state.now, session: SESSION, lasts: LASTS, hosts: HOSTS.length },
      },
    );
    const inNode = await printedInNode();
    expect(printed).toEqual(inNode);
    expect(hashOf(printed)).toBe(hashOf(inNode));
  });

  test('says that what it downloaded is damaged, and tries again', async ({ page }) => {
    let isDamaged = true;
    await page.route('**/machine/linux-*', async (route) => {
      if (!isDamaged) return route.continue();
      const response = await route.fetch();
      const body = await response.body();
      body[body.length >> 1]! ^= 1;
      expect(createHash('sha256').update(body).digest('hex')).not.toBe(manifest.state.sha256);
      return route.fulfill({ response, body });
    });
    await page.goto('linux/');
    await page.getByRole('button', { name: 'Start Linux' }).click();
    await expect(page.getByRole('alert')).toContainText('isn’t what it should be', { timeout: PATIENCE });
    isDamaged = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('group', { name: 'Terminal of sender' })).toContainText('sender#', {
      timeout: PATIENCE,
    });
  });

  test('is kept by the browser: the second time, nothing is downloaded', async ({ page }) => {
    await page.goto('linux/');
    await page.getByRole('button', { name: 'Start Linux' }).click();
    const terminal = page.getByRole('group', { name: 'Terminal of sender' });
    await expect(terminal).toContainText('sender#', { timeout: PATIENCE });
    await page.reload();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Start Linux' }).click();
    await expect(terminal).toContainText('sender#', { timeout: PATIENCE });
    expect(asked.filter((address) => /\/machine\/.*\.bin$/.test(address))).toEqual([]);
  });

  test('needs more memory than a small phone has', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 1 }));
    await page.goto('linux/');
    await page.getByRole('button', { name: 'Start Linux' }).click();
    await expect(page.getByRole('alert')).toContainText('doesn’t have enough memory');
  });
});
