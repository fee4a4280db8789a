import { LostError } from '../errors';
import type { Spawn, WorkerLike } from '../interpreter';
import type { FromWorker } from '../messages';
import type { Need, RuntimeUrls } from '../types';

type SpawnFrom = (urls: RuntimeUrls, need: Need, memory?: Promise<ArrayBuffer | undefined>) => WorkerLike;

/**
 * Pythons that come after the first begin from the memory of one that has started, in which nobody's code has run: that
 * takes a fraction of the time. It is made when a second one is wanted, as often there is only one. `most`: milliseconds
 * until it is there; without it they start like the first.
 */
export function startedAlike(spawn: SpawnFrom, most: number): Spawn {
  let isFirst = true;
  let memory: Promise<ArrayBuffer | undefined> | undefined;
  return (urls, need) => {
    if (!isFirst) memory ??= makeMemory(spawn, urls, most).catch(() => undefined);
    isFirst = false;
    return spawn(urls, need, memory);
  };
}

function makeMemory(spawn: SpawnFrom, urls: RuntimeUrls, most: number): Promise<ArrayBuffer> {
  return new Promise<ArrayBuffer>((resolve, reject) => {
    const need = { answers: true, makesMemory: true };
    const worker = spawn(urls, need);
    const end = (then: () => void): void => {
      clearTimeout(alarm);
      worker.terminate();
      then();
    };
    const fail = (): void => end(() => reject(new LostError('Python didn’t start')));
    const alarm = setTimeout(fail, most);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      data.type === 'memory' ? end(() => resolve(data.memory)) : fail();
    worker.onerror = fail;
    worker.postMessage({ type: 'start', urls, need });
  });
}
