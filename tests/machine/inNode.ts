/** The machine of the page, in a thread of Node.js. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import manifest from '../../machine/manifest.json';
import { HOSTS } from '../../src/machine/hosts';
import { Machine } from '../../src/machine/machine';
import { nodeThread } from '../../src/machine/node';
import { compileProgram } from '../../src/plugins/inflight/programs';
import { LASTS, SESSION } from './session';

const SITE = join(__dirname, '../..');
const bytesOf = (file: string): ArrayBuffer => new Uint8Array(readFileSync(file)).buffer;

export async function startInNode(state = bytesOf(join(SITE, 'machine/state.zst'))): Promise<Machine> {
  const program = new TextDecoder().decode(await compileProgram(SITE, 'machine/thread/index.ts'));
  const wasm = bytesOf(createRequire(__filename).resolve('v86/build/v86.wasm'));
  return Machine.start(nodeThread(program), wasm, { state }, manifest.state.now);
}

/** What each terminal prints in the session. */
export async function printedInNode(): Promise<string[]> {
  const machine = await startInNode();
  const printed = HOSTS.map(() => '');
  machine.on('printed', ({ host, bytes }) => {
    printed[HOSTS.indexOf(host)] += new TextDecoder('latin1').decode(bytes);
  });
  machine.replay(SESSION.map(({ text, ...input }) => ({ ...input, bytes: new TextEncoder().encode(text) })));
  await machine.advance(LASTS);
  machine.end();
  return printed;
}
