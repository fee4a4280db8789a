import { translate } from '@docusaurus/Translate';
import type { AnonymisedCapture, CaptureRead, CaptureReplay, ConnectionTold, Params, Replay } from '../model/contract';
import { ParameterError } from '../runtime/errors';
import type { Answered, Question, Reader } from '../runtime/reader';
import type { Example } from './start/examples';
import { goneOf, type Opened } from './opened';

interface Waiting {
  signal: AbortSignal;
  onProgress?: (share: number) => void;
}

export interface Anonymised extends AnonymisedCapture {
  /** pcapng. */
  content: Blob;
}

/** What Python answers about captures (`inflight/yours/desk.py`). It rejects with words that are for the reader. */
export interface Desk {
  read: (opened: Opened, waiting: Waiting) => Promise<CaptureRead>;
  connection: (opened: Opened, id: number, waiting: Waiting) => Promise<ConnectionTold>;
  /** The model beside the data of one end; changes: parameters that aren't as captured. */
  replay: (
    opened: Opened,
    id: number,
    side: 'client' | 'server',
    changes: Params,
    waiting: Waiting,
  ) => Promise<CaptureReplay>;
  /** The model with these parameters, as they stand in a link. */
  replayAlone: (values: Params, waiting: Waiting) => Promise<Replay>;
  /** One of the files, by its place, with other addresses and without payload. */
  anonymised: (opened: Opened, index: number, waiting: Waiting) => Promise<Anonymised>;
  /** A capture of one of the book's own models. */
  example: (example: Example, waiting: Waiting) => Promise<File>;
}

/** Where Python puts what it makes. */
const MADE = '/made';

export function deskOf(reader: () => Reader): Desk {
  const ask = async <T>(opened: Opened, question: Question): Promise<Answered & { answer: T }> => {
    const gone = await goneOf(opened);
    if (gone !== undefined) throw new ParameterError(sayGone(gone));
    return reader().ask({ ...question, mounted: opened.mounted }) as Promise<Answered & { answer: T }>;
  };
  return {
    async read(opened, waiting) {
      const { answer } = await ask<CaptureRead>(opened, {
        ...waiting,
        name: 'capture_read',
        args: { files: opened.named },
      });
      return answer;
    },
    async connection(opened, id, waiting) {
      const args = { files: opened.named, id };
      const { answer } = await ask<ConnectionTold>(opened, { ...waiting, name: 'capture_connection', args });
      return answer;
    },
    async replay(opened, id, side, changes, waiting) {
      const args = { files: opened.named, id, side, changes };
      const { answer } = await ask<CaptureReplay>(opened, { ...waiting, name: 'capture_replay', args });
      return answer;
    },
    async replayAlone(values, waiting) {
      const { answer } = await reader().ask({ ...waiting, name: 'replay_alone', args: { values } });
      return answer as Replay;
    },
    async anonymised(opened, index, waiting) {
      const args = { file: opened.named[index], to: MADE, key: opened.key };
      const { answer, file } = await ask<AnonymisedCapture>(opened, {
        ...waiting,
        name: 'capture_anonymised',
        args,
        taken: MADE,
      });
      return { ...answer, content: new Blob(file ? [file] : []) };
    },
    async example({ experiment, parameters, point, file }, waiting) {
      const args = { experiment, parameters: parameters(), seed: 1, points: [point], payload: false };
      const { answer } = await reader().ask({ ...waiting, name: 'capture', args });
      const bytes = Uint8Array.from(atob((answer as { base64: string }).base64), (letter) => letter.charCodeAt(0));
      return new File([bytes], file);
    },
  };
}

const sayGone = (name: string): string =>
  translate(
    {
      id: 'yours.gone',
      message: '{name} can no longer be read: it was changed, moved or deleted after you opened it. Open it again.',
    },
    { name },
  );
