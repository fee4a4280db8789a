import { formatValue } from '../format';
import type { Moment } from './moment';
import type { PipeWords } from './pipeWords';

/** The words that change with the time. */
export interface Labels {
  queue: string;
  buffer: string;
}

/** What stands over the queue and the send buffer; `queued` is NaN where nobody knows. */
export const labelsOf = (words: PipeWords, queued: number, limit: number | undefined, { buffer }: Moment): Labels => ({
  queue: words.queue(Number.isNaN(queued) ? undefined : queued, limit),
  buffer: buffer ? words.buffer(formatValue(buffer.held, 'B')) : words.sender,
});
