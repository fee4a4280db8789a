import { formatValue } from '../format';
import type { PipeLayout } from './layoutPipe';
import { fallingAt } from './marks';
import type { Moment } from './moment';
import type { PipeWords } from './pipeWords';

/** The words that change with the time. */
export interface Labels {
  queue: string;
  buffer: string;
  /** How many fall, if that is more than one. */
  falling: string;
}

/** What stands over the queue and the send buffer, and beside what falls; `queued` is NaN where nobody knows. */
export function labelsOf(words: PipeWords, queued: number, layout: PipeLayout, { t, buffer, content }: Moment): Labels {
  const falling = content.kind === 'packets' ? fallingAt(content.packets, layout, t) : 0;
  return {
    queue: words.queue(Number.isNaN(queued) ? undefined : queued, layout.queue.limit),
    buffer: buffer ? words.buffer(formatValue(buffer.held, 'B')) : words.sender,
    falling: falling > 1 ? `×${falling}` : '',
  };
}
