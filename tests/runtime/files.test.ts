/** Files of the reader's: they are named to Python, and what it makes of them comes back. */
import { describe, expect, test } from 'vitest';
import { ParameterError } from '../../src/runtime/errors';
import { Reader } from '../../src/runtime/reader';
import { FakeWorker } from './fake-worker';
import { URLS } from './urls';

const LIMITS = { silence: 3000, silent: 'It hangs.', broken: 'It broke.' };
const MOUNTED = { folder: '/yours/1', files: [new Blob(['a'])] };

function ready() {
  const workers: FakeWorker[] = [];
  const reader = new Reader(
    URLS,
    () => {
      workers.push(new FakeWorker());
      return workers.at(-1)!;
    },
    LIMITS,
  );
  reader.start();
  workers[0]!.says({ type: 'ready' });
  return { reader, workers, worker: workers[0]! };
}

describe('a question about files', () => {
  test('names them, hears how far it is, and gets the answer with the file that was made', async () => {
    const { reader, worker } = ready();
    const shares: number[] = [];
    const onProgress = (share: number): void => void shares.push(share);
    const question = { name: 'capture_anonymised', args: { to: '/made' }, mounted: MOUNTED, taken: '/made' };
    const asked = reader.ask({ ...question, onProgress });
    const sent = worker.received.at(-1)!;
    expect(sent).toMatchObject({ type: 'ask', question: 'capture_anonymised', mounted: MOUNTED, taken: '/made' });
    const { id } = sent as { id: number };
    worker.says({ type: 'alive', id, progress: 0.5 });
    worker.says({ type: 'answer', id, text: '{"packets":2}', file: Uint8Array.of(1, 2) });
    expect(await asked).toEqual({ answer: { packets: 2 }, file: Uint8Array.of(1, 2) });
    expect(shares).toEqual([0.5]);
  });

  test('fails in words for the reader, if the file is what is wrong', async () => {
    const { reader, worker } = ready();
    const asked = reader.ask({ name: 'capture_read', args: {}, mounted: MOUNTED });
    const { id } = worker.received.at(-1) as { id: number };
    worker.says({ type: 'error', id, message: 'x.txt: its first bytes are 68 65', mendable: true });
    await expect(asked).rejects.toEqual(new ParameterError('x.txt: its first bytes are 68 65'));
  });

  test('is forgotten with the Python that was asked', async () => {
    const { reader, worker, workers } = ready();
    const asked = reader.ask({ name: 'capture_read', args: {}, mounted: MOUNTED });
    reader.end();
    await expect(asked).rejects.toThrow('stopped');
    expect(worker.terminated).toBe(true);
    expect(reader.status()).toEqual({ state: 'idle' });
    reader.start();
    expect(workers).toHaveLength(2);
  });
});
