import { Worker } from 'node:worker_threads';
import type { Word } from './messages';
import type { Thread } from './machine';

/** What a worker of a page has and a thread of Node.js hasn’t, one thing being a channel that lets other messages through. */
const AS_IN_A_PAGE = `
const { parentPort } = require('node:worker_threads');
globalThis.postMessage = (word, { transfer }) => parentPort.postMessage(word, transfer);
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
};
parentPort.on('message', (data) => globalThis.onmessage({ data }));
`;

/** The machine’s thread in Node.js. `program`: `thread/index.ts` as one script. */
export function nodeThread(program: string): Thread {
  const worker = new Worker(AS_IN_A_PAGE + program, { eval: true });
  return {
    post: (order, moved) => worker.postMessage(order, moved as never),
    listen(hear, broken) {
      worker.on('message', (word: Word) => hear(word));
      worker.on('error', broken);
    },
    end: () => void worker.terminate(),
  };
}
