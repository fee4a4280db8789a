import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hashOf, LARGEST, readHash } from '../../src/classroom/address';

const ASSIGNMENT = {
  schema: 'inflight.assignment/1',
  title: 'Größer, 更大 & ein + # Zeichen',
  questions: [{ id: 'a' }],
};

const packed = (text: string): string => `#a=${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

describe('an assignment in an address', () => {
  it('comes back as it was', () => {
    const hash = hashOf(ASSIGNMENT);
    expect(JSON.parse(readHash(hash).text!)).toEqual(ASSIGNMENT);
    expect(new URL(`https://example.org/assignment/${hash}`).hash).toBe(hash);
    // zlib packs it in another way, and it is the same
    expect(JSON.parse(readHash(packed(JSON.stringify(ASSIGNMENT))).text!)).toEqual(ASSIGNMENT);
  });

  it('says who takes it, where that is known', () => {
    expect(readHash(hashOf(ASSIGNMENT, { student: 'ä 7+1', name: 'A & B' }))).toMatchObject({
      student: 'ä 7+1',
      name: 'A & B',
      lms: '',
    });
    expect(readHash(hashOf(ASSIGNMENT))).toMatchObject({ student: '', name: '' });
  });

  it('is none where the address names none', () => {
    for (const hash of ['', '#', '#somewhere']) expect(readHash(hash).text).toBeUndefined();
  });

  it.each([
    ['nothing', '#a='],
    ['no base64', '#a=%%%'],
    ['cut off', hashOf(ASSIGNMENT).slice(0, 40)],
    ['no JSON', packed('hello')],
    ['a list', packed('[1]')],
    ['larger than an assignment may be', packed(`{"x":"${'x'.repeat(LARGEST)}"}`)],
  ])('is damaged: %s', (_, hash) => {
    expect(readHash(hash).text).toBeNull();
  });
});
