import { Client } from './client';
import { type AskOnce, makeAskOnce, STUDENTS } from './once';
import { Reader } from './reader';
import { spawnSandbox } from './sandbox/spawn';
import { startedAlike } from './sandbox/started';
import type { Limits, Runtime, RuntimeUrls } from './types';
import { mapUrls } from './urls';

let runtime: Runtime | undefined;
let sandbox: Runtime | undefined;
let reader: Reader | undefined;

/** Pythons at a time. */
const MOST = 4;

const spawn = ({ worker }: RuntimeUrls): Worker => new Worker(worker, { type: 'module' });

/** The visit's only runtime: it lives on when the reader goes to another page of the book. */
export function getRuntime(urls: RuntimeUrls): Runtime {
  return (runtime ??= new Client(absolute(urls), spawn, undefined, Math.min(MOST, navigator.hardwareConcurrency)));
}

/** Its twin for code that the reader, or anyone who made a link, has written. */
export function getSandbox(urls: RuntimeUrls, limits: Limits): Runtime {
  return (sandbox ??= new Client(absolute(urls), spawnSandbox, limits));
}

/** The Python that reads what a reader brings along. */
export function getReader(urls: RuntimeUrls, limits: Limits): Reader {
  return (reader ??= new Reader(absolute(urls), spawn, limits));
}

/** Pythons at a time for what students hand in. */
const askAtMost = makeAskOnce(startedAlike(spawnSandbox, STUDENTS.start), 2);

/** Runs what a student handed in, in a sandbox of its own that is ended afterwards (`once.ts`). */
export const askOnce: AskOnce = (urls, ...rest) => askAtMost(absolute(urls), ...rest);

export { STUDENTS } from './once';

/** Seen from a worker, a relative address means something else. */
function absolute(urls: RuntimeUrls): RuntimeUrls {
  return mapUrls(urls, (url) => new URL(url, window.location.href).href);
}
