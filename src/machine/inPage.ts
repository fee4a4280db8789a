import { download, type Needed } from './download';
import { Machine, type Thread } from './machine';
import type { Word } from './messages';

/** What the built site has of the machine. */
export interface MachineFiles {
  /** The script of its thread. */
  program: string;
  /** The emulator, compressed. */
  wasm: Needed;
  state: Needed;
  /** Its time in ns when the state was saved. */
  now: number;
}

/** What a tab needs for it, in GB, as `navigator.deviceMemory` counts. */
const LEAST_MEMORY = 2;

/** Browsers that don’t say how much memory there is may try. */
export function hasMemory(): boolean {
  const { deviceMemory = LEAST_MEMORY } = navigator as Navigator & { deviceMemory?: number };
  return deviceMemory >= LEAST_MEMORY;
}

export const bytesOf = ({ wasm, state }: MachineFiles): number => wasm.bytes + state.bytes;

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
