/** An assignment in an address: `/assignment/#a=<its public part, deflated>&student=…&name=…`. */
import { packText, unpackText } from '../text/packed';

/** Characters of an assignment's file (`inflight/classroom/assignment.py:LARGEST`). */
export const LARGEST = 500_000;

export interface Wanted {
  /** JSON of the assignment; undefined: the address names none. null: it names one, and is damaged. */
  text: string | null | undefined;
  /** Who takes it, where anyone who made the address knows that; '' otherwise. */
  student: string;
  name: string;
  /** Origin of the learning management system's page that shows this one, as that page says, and wants to be told; or ''. */
  lms: string;
}

/** What the part after the # asks for. */
export function readHash(hash: string): Wanted {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const packed = fields.get('a');
  return {
    text: packed === null ? undefined : (unpack(packed) ?? null),
    student: fields.get('student') ?? '',
    name: fields.get('name') ?? '',
    lms: fields.get('lms') ?? '',
  };
}

function unpack(packed: string): string | undefined {
  const text = unpackText(packed, LARGEST);
  // Cut off in an e-mail it may still unfold, but to no JSON.
  return text !== undefined && text.length <= LARGEST && isObject(text) ? text : undefined;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The part after the # for an assignment's public part (`AssignmentHead.public`, or its text). */
export function hashOf(assignment: object | string, who: { student?: string; name?: string } = {}): string {
  const text = typeof assignment === 'string' ? assignment : JSON.stringify(assignment);
  const given = Object.entries(who).filter(([, value]) => value);
  return '#' + new URLSearchParams([['a', packText(text)], ...given]).toString();
}
