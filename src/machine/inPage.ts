import { download } from './download';
import type { MachineFiles } from './files';
import { Machine, type Thread } from './machine';
import type { Word } from './messages';

function pageThread(program: string): Thread {
  const worker = new Worker(program);
  return {
    post: (order, moved) => worker.postMessage(order, moved),
    listen(hear, broken) {
      worker.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
      worker.onerror = (event) => {
        event.preventDefault();
        broken(new Error(event.message || 'The machine’s thread could not be started.'));
      };
    },
    end: () => worker.terminate(),
  };
}

const unpack = (bytes: ArrayBuffer): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();

/** Downloads the machine, if need be, and switches it on. */
export async function startInPage(
  { program, wasm, state, now }: MachineFiles,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Machine> {
  const [packed, saved] = await download([wasm, state], onBytes, signal);
  const machine = await Machine.start(pageThread(program), await unpack(packed!), { state: saved! }, now);
  if (signal.aborted) machine.end();
  signal.throwIfAborted();
  return machine;
}
