/** What is dropped becomes a list of files, whatever is among it. */
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { distinct, type Found, Room, sheetOf, unpack } from '../../src/classroom/grade/intake';
import { WHOLE } from '../../src/classroom/grade/intake/room';

const LIMIT = 1000;
const blobOf = (bytes: Uint8Array | string): Blob => new Blob([bytes as BlobPart]);
const found = (name: string, bytes: Uint8Array | string): Found => {
  const blob = blobOf(bytes);
  return { name, size: blob.size, blob };
};
const zip = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files);
const texts = async (files: Found[]): Promise<(string | null)[]> =>
  Promise.all(files.map(async (file) => (await sheetOf(file, LIMIT)).text));

test('an archive is unpacked with the folders that name the students, and without what systems leave in it', async () => {
  const archive = zip({
    'Ada Lovelace_17_assignsubmission_file/b.json': strToU8('{"a": 1}'),
    'a.json': strToU8('ä'),
    '__MACOSX/._a.json': strToU8('x'),
    'folder/.DS_Store': strToU8('x'),
  });
  const files = await unpack([found('class.zip', archive), found('folder/.DS_Store', 'x'), found('c.json', '')], LIMIT);
  expect(files.map(({ name }) => name)).toEqual([
    'class.zip/Ada Lovelace_17_assignsubmission_file/b.json',
    'class.zip/a.json',
    'c.json',
  ]);
  expect(await texts(files)).toEqual(['{"a": 1}', 'ä', '']);
});

test('an archive in an archive is a file like any other', async () => {
  const files = await unpack([found('a.zip', zip({ 'b.zip': zip({ 'c.json': strToU8('1') }) }))], LIMIT);
  expect(files.map(({ name }) => name)).toEqual(['a.zip/b.zip']);
});

test('what is too large keeps its size, and nobody reads it', async () => {
  const archive = zip({ 'large.json': new Uint8Array(LIMIT + 1), 'small.json': strToU8('{}') });
  const files = await unpack([found('a.zip', archive), found('large.json', 'x'.repeat(LIMIT + 1))], LIMIT);
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['a.zip/large.json', LIMIT + 1],
    ['a.zip/small.json', 2],
    ['large.json', LIMIT + 1],
  ]);
  expect(await texts(files)).toEqual([null, '{}', null]);
});

test('a size that is not true is damage, and stops nobody else', async () => {
  const archive = zip({ 'liar.json': new Uint8Array(50_000), 'small.json': strToU8('{}') });
  const view = new DataView(archive.buffer);
  // The size in the directory at the end (APPNOTE 4.3.12): 24 bytes after its signature.
  const entry = Array.from({ length: archive.length - 4 }, (_, at) => at).find(
    (at) => view.getUint32(at, true) === 0x02014b50,
  )!;
  view.setUint32(entry + 24, 10, true);
  const files = await unpack([found('a.zip', archive)], LIMIT);
  expect(files.map(({ name, wrong, blob }) => [name, wrong, blob?.size])).toEqual([
    ['a.zip/liar.json', 'It cannot be unpacked: it is damaged.', undefined],
    ['a.zip/small.json', undefined, 2],
  ]);
});

test.each([
  ['no archive', strToU8('{"a": 1}')],
  ['half of one', zip({ 'a.json': strToU8('{}') }).slice(0, 30)],
])('%s has a row that says so', async (_, bytes) => {
  const files = await unpack([found('a.zip', bytes), found('b.json', '{}')], LIMIT);
  expect(files.map(({ name, wrong }) => [name, wrong?.slice(0, 26)])).toEqual([
    ['a.zip', 'The archive cannot be read'],
    ['b.json', undefined],
  ]);
});

test('what is no text has none', async () => {
  expect(await texts([found('a.json', new Uint8Array([0x7b, 0xff, 0x7d]))])).toEqual([null]);
});

test('too many files are none, and the whole of them is bounded', async () => {
  await expect(unpack([found('a', ''), found('b', ''), found('c', '')], LIMIT, undefined, 2)).rejects.toThrow(
    'c: with this, there are more than 20000 files',
  );
  const room = new Room();
  room.take(WHOLE - 3);
  const files = await unpack([found('a', 'xx'), found('b', 'xx'), found('c', 'x')], LIMIT, room);
  expect(files.map(({ wrong }) => wrong !== undefined)).toEqual([false, true, false]);
});

test('files of the same name are told apart', () => {
  const named = distinct([{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a (2)' }], ['b', 'c']);
  expect(named.map(({ name }) => name)).toEqual(['a', 'b (2)', 'a (2)', 'a (2) (2)']);
});
