import type { WorkerLike } from '../interpreter';
import { type FromWorker, NO_RESULT, type ToWorker } from '../messages';
import type { Need, RuntimeUrls } from '../types';
import { firstArchives } from '../urls';
import type { isFromWorker } from './check';
import { type File, type Handover, MEMORY } from './handover';

/** What is fetched for the sandbox: it cannot fetch anything itself. */
interface Needed {
  /** The text of the document. */
  frame: string;
  handover: Handover;
  isFromWorker: typeof isFromWorker;
}

async function download(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** What was fetched already in this visit: Pythons come and go. */
const fetched = new Map<string, Promise<ArrayBuffer>>();

function once(url: string): Promise<ArrayBuffer> {
  const known = fetched.get(url);
  if (known) return known;
  const asked = download(url);
  fetched.set(url, asked);
  // To be tried again at the next start.
  asked.catch(() => fetched.delete(url));
  return asked;
}

async function downloadAll(urls: RuntimeUrls, need: Need, memory: Memory): Promise<Needed> {
  const { frame, inside, loader, engine, wasm, stdlib } = urls;
  const text = async (url: string): Promise<string> => new TextDecoder().decode(await once(url));
  const needed = [loader, engine, wasm, stdlib, ...firstArchives(urls, need)];
  const [check, frameText, program, ...files] = await Promise.all([
    import('./check'),
    text(frame),
    text(inside),
    ...needed.map(async (url) => [url, await once(url)] as const),
  ]);
  const known = await memory;
  const begun: File[] = known ? [[MEMORY, known]] : [];
  return { frame: frameText, handover: { program, files: [...files, ...begun] }, isFromWorker: check.isFromWorker };
}

/** What Python begins from, if it begins from another one's memory. */
type Memory = Promise<ArrayBuffer | undefined> | undefined;

/**
 * A worker that may run anything, as it can reach nothing: it lives in a frame of an origin of its own, without storage,
 * under a policy that forbids every request. It talks through a channel of its own, so nobody else can speak for it, and
 * what is not a message of the protocol counts as a breakdown.
 */
export function spawnSandbox(urls: RuntimeUrls, need: Need, memory?: Memory): WorkerLike {
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

  downloadAll(urls, need, memory).then(
    ({ frame, handover, isFromWorker: isGood }) => {
      if (!wanted) return;
      ours.onmessage = ({ data }: MessageEvent<unknown>) =>
        say(isGood(data) ? data : { type: 'broken', reason: NO_RESULT });
      iframe.sandbox.add('allow-scripts');
      iframe.hidden = true;
      iframe.srcdoc = frame;
      iframe.onload = () => iframe.contentWindow?.postMessage(handover, '*', [theirs]);
      document.body.append(iframe);
    },
    (error: unknown) => say({ type: 'failed', reason: String(error) }),
  );
  return worker;
}
