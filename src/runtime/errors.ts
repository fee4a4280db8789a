/** A parameter that the model cannot take; the message tells the reader what is allowed. */
export class ParameterError extends Error {
  override name = 'ParameterError';

  constructor(
    message: string,
    /** Where in the reader's own code, if that is what is wrong. */
    readonly line?: number,
  ) {
    super(message);
  }
}

/** Python has hung, gone to pieces or never come: what it was to do may go well elsewhere. */
export class LostError extends Error {
  override name = 'LostError';
}

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A newer request has taken the place of this one, or nobody wants it any more. */
export function abortError(): DOMException {
  return new DOMException('a newer run replaced this one', 'AbortError');
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
