/**
 * The only script in the sandbox's document. The page hands it the program of a worker, files, and one end of a channel.
 * It starts the worker and passes files and channel on: from then on the two talk without it.
 */
import type { FromWorker } from '../messages';
import type { Handover } from './handover';

addEventListener('message', begin);

function begin({ source, data: { program, files }, ports: [page] }: MessageEvent<Handover>): void {
  if (source !== globalThis.parent) return;
  removeEventListener('message', begin);
  const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
  const worker = new Worker(address);
  worker.onmessage = () => {
    worker.onmessage = worker.onerror = null;
    worker.postMessage(files, [page!, ...files.map(([, content]) => content)]);
  };
  worker.onerror = ({ message }) =>
    page!.postMessage({ type: 'failed', reason: message || 'no worker in the sandbox' } satisfies FromWorker);
}
