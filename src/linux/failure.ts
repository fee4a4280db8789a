import { DownloadError } from '../machine/download';

/** Why there is no machine, or none any more. */
export type Failure = 'memory' | 'unreachable' | 'damaged' | 'broken';

export const failureOf = (error: unknown): Failure => {
  if (error instanceof DownloadError) return error.kind;
  return error instanceof RangeError || /memory/i.test(String(error)) ? 'memory' : 'broken';
};
