import type { WorkerLike } from '../interpreter';
import { type FromWorker, NO_RESULT, type ToWorker } from '../messages';
import type { RuntimeUrls } from '../types';
import type { isFromWorker } from './check';
import { sandboxDocument } from './document';

type Entry = readonly [address: string, bytes: ArrayBuffer];

/** What is fetched for the sandbox, once per visit: it cannot fetch anything itself. */
interface Files {
  frame: string;
  program: string;
  /** The first one is the worker. */
  entries: Entry[];
  isFromWorker: typeof isFromWorker;
}

async function download(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

async function downloadAll({
  frame,
  inside,
  worker,
  loader,
  engine,
  pyodide,
  stdlib,
  sims,
}: RuntimeUrls): Promise<Files> {
  const text = async (url: string): Promise<string> => new TextDecoder().decode(await download(url));
  const addresses = [worker, loader, engine, `${pyodide}pyodide.asm.wasm`, stdlib, sims];
  const [check, frameText, program, ...entries] = await Promise.all([
    import('./check'),
    text(frame),
    text(inside),
    ...addresses.map(async (url) => [url, await download(url)] as const),
  ]);
  return { frame: frameText, program, entries, isFromWorker: check.isFromWorker };
}

let files: Promise<Files> | undefined;

/**
 * A worker that may run anything, as it can reach nothing: it lives in a frame of an origin of its own, without storage,
 * under a policy that forbids every request. It talks through a channel of its own, so nobody else can speak for it, and
 * what is not a message of the protocol counts as a breakdown.
 */
export function spawnSandbox(urls: RuntimeUrls): WorkerLike {
  const { port1: ours, port2: theirs } = new MessageChannel();
  const iframe = document.createElement('iframe');
  let wanted = true;
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    postMessage: (message: ToWorker) => ours.postMessage(message),
    terminate() {
      wanted = false;
      ours.close();
      iframe.remove();
    },
  };
  const say = (data: FromWorker): void =>
    worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data }));

  files ??= downloadAll(urls);
  files.then(
    ({ frame, program, entries, isFromWorker: isGood }) => {
      if (!wanted) return;
      ours.onmessage = ({ data }: MessageEvent<unknown>) =>
        say(isGood(data) ? data : { type: 'broken', reason: NO_RESULT });
      iframe.sandbox.add('allow-scripts');
      iframe.hidden = true;
      iframe.srcdoc = sandboxDocument(frame);
      iframe.onload = () => iframe.contentWindow?.postMessage({ program, files: entries }, '*', [theirs]);
      document.body.append(iframe);
    },
    (error: unknown) => {
      files = undefined; // to be tried again at the next start
      say({ type: 'failed', reason: String(error) });
    },
  );
  return worker;
}
