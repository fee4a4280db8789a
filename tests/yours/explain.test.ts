/** Pasted output keeps its text when it is cut into fields, and each field gets what the book says of it. */
import { describe, expect, it } from 'vitest';
import type { PastedBlock, PastedField, PastedRemark } from '../../src/model/contract';
import { type Book, explained, linkOf, type Words } from '../../src/yours/pasted/explain';

const WORDS: Words = {
  unknown: 'Unknown.',
  default: (value) => `By default: ${value}.`,
  title: (tool, first, last) => `${tool} ${first} ${last}`,
  from: (first, last) => `${first} to ${last}`,
};
const cwnd = { name: 'cwnd', unit: 'segments', means: 'The window.', worry: '', links: [] };
const BOOK: Book = {
  entries: {
    fields: { 'ss:cwnd': cwnd },
    chapters: { 'windows/zero-window': { to: '/book/windows/zero-window', label: 'Zero windows' } },
  },
  counters: new Map(),
  knobs: new Map(),
};

const field = (name: string, column: number, width: number, more: Partial<PastedField> = {}): PastedField => ({
  name,
  value: '',
  number: null,
  unit: '',
  column,
  width,
  about: '',
  known: true,
  ...more,
});
const block = (text: string, fields: PastedField[]): PastedBlock => ({
  tool: 'ss',
  command: 'ss -tin',
  first: 1,
  last: 2,
  lines: [
    { number: 1, text: '$ ss -tin', fields: [] },
    { number: 2, text, fields },
  ],
  more: 0,
  fields: fields.length,
  unread: [],
});
const remark: PastedRemark = {
  weight: 2,
  text: 'It is small.',
  see: 'windows/zero-window#slow',
  source: '',
  tool: 'ss',
  item: '',
  line: 2,
  column: 3,
};

describe('a pasted output', () => {
  const text = '\t cwnd:10 huhu:7 sk:5';
  const fields = [
    field('cwnd', 3, 7, { about: 'ss:cwnd' }),
    field('cwnd', 5, 3, { about: 'ss:cwnd' }),
    field('huhu', 11, 6, { known: false }),
    field('sk', 18, 4),
  ];
  const output = explained(block(text, fields), [remark], BOOK, WORDS);

  it('keeps its text, without the command that is shown above it', () => {
    expect(output.pieces.map((piece) => piece.text).join('')).toBe(`${text}\n`);
    expect(output.command).toBe('ss -tin');
  });

  it('explains what the book knows, marks what is unknown, and leaves the rest alone', () => {
    expect(output.notes).toEqual([
      { ...cwnd, at: 'cwnd:10', here: 'It is small.' },
      { name: 'huhu', unit: '', means: 'Unknown.', worry: '', links: [], at: 'huhu:7', here: '', isUnknown: true },
    ]);
    expect(output.pieces.flatMap(({ note, text }) => (note === undefined ? [] : [text]))).toEqual([
      'cwnd:10',
      'huhu:7',
    ]);
  });
});

it('leads to a section of a chapter, and to a setting', () => {
  expect(linkOf(remark.see, BOOK)).toEqual({ to: '/book/windows/zero-window#slow', label: 'Zero windows' });
  expect(linkOf('knob:net.ipv4.tcp_sack', BOOK)?.to).toBe('/book/guide/reference/#net-ipv4-tcp-sack');
  expect(linkOf('windows/nowhere', BOOK)).toBeUndefined();
});
