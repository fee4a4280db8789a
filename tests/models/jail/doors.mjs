/**
 * What JavaScript can try in Deno. Standard input says what to try it on; standard output says what came of each. Run by
 * test_classroom_jail.py, in the jail and, to see that the doors are real ones, outside.
 */
/* global Deno, Worker, caches */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const chunks = [];
for await (const chunk of Deno.stdin.readable) chunks.push(...chunk);
const { secret, port, mark, module, touch } = JSON.parse(new TextDecoder().decode(new Uint8Array(chunks)));
const url = `http://127.0.0.1:${port}/`;

/** Resolves or rejects with the event that says how it went. */
const event = (source, good, bad = 'error') =>
  new Promise((resolve, reject) => {
    source.addEventListener(good, resolve);
    source.addEventListener(bad, (what) => {
      what.preventDefault();
      reject(new Error(what.message ?? bad));
    });
  });

const inWorker = (text) => {
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(text)}`, { type: 'module' });
  return event(worker, 'message').finally(() => worker.terminate());
};

const doors = {
  read: () => Deno.readTextFileSync(secret),
  'read by Node': () => readFileSync(secret),
  'read as a module': () => import(`file://${module}`),
  'read through a link of the process': () => Deno.readTextFileSync('/proc/self/environ'),
  list: () => [...Deno.readDirSync('/')],
  'read in a worker': () => inWorker(`Deno.readTextFileSync(${JSON.stringify(secret)}); postMessage(1)`),
  write: () => Deno.writeTextFileSync(mark, 'x'),
  'make a file': () => Deno.makeTempFileSync(),
  localStorage: () => localStorage.setItem('a', 'b'),
  caches: async () => (await caches.open('x')).put('http://x/', new Response('x')),
  fetch: async () => (await fetch(url)).text(),
  connect: () => Deno.connect({ hostname: '127.0.0.1', port }),
  'connect by Node': () =>
    new Promise((resolve, reject) => connect(port, '127.0.0.1').on('connect', resolve).on('error', reject)),
  'import from a server': () => import(`${url}module.js`),
  'a socket to a page': async () => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    // the server speaks no such thing: that it was asked is what counts
    await event(socket, 'open').catch((error) => {
      if (/NotCapable|net access/.test(String(error))) throw error;
    });
  },
  listen: () => Deno.listen({ hostname: '127.0.0.1', port: 0 }),
  'fetch in a worker': () => inWorker(`fetch(${JSON.stringify(url)}).then(() => postMessage(1), (e) => { throw e; })`),
  run: () => new Deno.Command(touch, { args: [mark] }).outputSync(),
  'run by Node': () => execFileSync(touch, [mark]),
  'signal the parent': () => Deno.kill(Deno.ppid, 'SIGCONT'),
  environment: () => Deno.env.toObject(),
  'name of the machine': () => Deno.hostname(),
  'foreign code': () => Deno.dlopen('libc.so.6', { getpid: { parameters: [], result: 'i32' } }),
  eval: () => (0, eval)('1'),
  Function: () => new Function('return 1')(),
};

const outcome = async (work) => {
  try {
    await Promise.race([
      work(),
      new Promise((_, reject) => setTimeout(() => reject(new Error('nothing happened')), 5000)),
    ]);
    return 'done';
  } catch (error) {
    return String(error);
  }
};

const found = {};
for (const [name, work] of Object.entries(doors)) found[name] = await outcome(work);
console.log(JSON.stringify(found));
Deno.exit(0);
