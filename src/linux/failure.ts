import { DownloadError } from '../machine/download';

/** Why there is no machine, or none any more. */
export type Failure = 'memory' | 'unreachable' | 'damaged' | 'broken';

export interface Failed {
  is: 'failed';
  why: Failure;
  detail: string;
}

function kindOf(error: unknown): Failure {
  if (error instanceof DownloadError) return error.kind;
  return error instanceof RangeError || /memory/i.test(String(error)) ? 'memory' : 'broken';
}

export const failed = (error: unknown): Failed => ({
  is: 'failed',
  why: kindOf(error),
  detail: error instanceof Error ? error.message : String(error),
});

/** Before anything was tried. */
export const TOO_SMALL: Failed = { is: 'failed', why: 'memory', detail: '' };
