/** Why something can't be stored. */
export type Reason = 'blocked' | 'full' | 'newer' | 'waiting' | 'failed';

/** Another tab holds an older database, and has not closed it yet. */
export class Waiting extends Error {}

const REASONS: Partial<Record<string, Reason>> = {
  QuotaExceededError: 'full',
  VersionError: 'newer',
  SecurityError: 'blocked',
  InvalidStateError: 'blocked',
  NotAllowedError: 'blocked',
  InvalidAccessError: 'blocked',
  // `indexedDB` is not there at all.
  ReferenceError: 'blocked',
  TypeError: 'blocked',
};

export function reasonOf(error: unknown): Reason {
  if (error instanceof Waiting) return 'waiting';
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return REASONS[name] ?? 'failed';
}
