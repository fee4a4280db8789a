import { translate } from '@docusaurus/Translate';
import { LostError, messageOf, ParameterError } from '../runtime/errors';

/** What the reader is told of what went wrong. */
export function failureOf(error: unknown): string {
  if (error instanceof ParameterError || error instanceof LostError) return error.message;
  // The end of a traceback says what it was.
  const said = messageOf(error);
  const last = said.trim().split('\n').at(-1)!;
  return translate(
    { id: 'yours.ours', message: 'This page has a fault: it couldn’t read the file to its end ({last}).' },
    { last },
  );
}
