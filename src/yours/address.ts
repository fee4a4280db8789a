/**
 * What is looked at, in the address: `?connection=2&from=server&interval=3`. Of the capture itself, its name and its
 * hosts, nothing ever stands there.
 */
export interface Look {
  /** Its id. */
  connection?: number | undefined;
  /** Whose data. */
  from?: 'client' | 'server' | undefined;
  /** Which of its intervals, from 0. */
  interval?: number | undefined;
}

const NAMES = ['connection', 'from', 'interval'] as const;

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export function lookIn(search: string): Look {
  const params = new URLSearchParams(search);
  const from = params.get('from');
  return {
    connection: numberIn(params.get('connection')),
    from: from === 'client' || from === 'server' ? from : undefined,
    interval: numberIn(params.get('interval')),
  };
}

/** `search` with this look in place of another; what else stands there stays. */
export function withLook(search: string, look: Look): string {
  const params = new URLSearchParams(search);
  for (const name of NAMES) {
    const value = look[name];
    if (value === undefined) params.delete(name);
    else params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
