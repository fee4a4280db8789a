/** The directory of a .zip (APPNOTE.TXT §4.3), read as Python's `zipfile` reads it: page and command line see the same. */

/** A file of an archive, as the directory at its end has it. */
export interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  /** Bytes in the archive, and unpacked. */
  packed: number;
  size: number;
  /** Where its own header stands. */
  at: number;
}

/** It cannot be read. */
export class DamagedError extends Error {}

const END = { signature: 0x06054b50, length: 22 };
const END64 = { signature: 0x06064b50, length: 56 };
const LOCATOR64 = { signature: 0x07064b50, length: 20 };
const ENTRY = { signature: 0x02014b50, length: 46 };
const LOCAL = { signature: 0x04034b50, length: 30 };
const LONGEST_COMMENT = 2 ** 16;
const NEWEST = 63; // 6.3, of the format
const IN_EXTRA = 0xffffffff;
const UTF8 = 1 << 11;

const viewOf = async (blob: Blob, from: number, to: number): Promise<DataView> => {
  if (from < 0 || to > blob.size) throw new DamagedError();
  return new DataView(await blob.slice(from, to).arrayBuffer());
};

/** What an archive says is in it. */
export async function entriesOf(archive: Blob): Promise<Entry[]> {
  const { size, offset, end } = await findDirectory(archive);
  // Something may stand before the archive, and no offset counts it.
  const before = end - size - offset;
  const directory = await viewOf(archive, end - size, end);
  const entries: Entry[] = [];
  for (let at = 0; at < size;) {
    if (at + ENTRY.length > size || directory.getUint32(at, true) !== ENTRY.signature) throw new DamagedError();
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    if ((directory.getUint16(at + 6, true) & 0xff) > NEWEST) throw new DamagedError();
    entries.push(entryAt(directory, at, { name, extra }, before));
    at += ENTRY.length + name + extra + comment;
  }
  return entries;
}

function entryAt(
  directory: DataView,
  at: number,
  { name, extra }: { name: number; extra: number },
  before: number,
): Entry {
  const flags = directory.getUint16(at + 8, true);
  const begin = at + ENTRY.length;
  const bytes = part(directory, begin, name);
  const [packed, size, offset] = [20, 24, 42].map((place) => directory.getUint32(at + place, true));
  const wide = extended([size!, packed!, offset!], part(directory, begin + name, extra));
  return {
    name: decoded(bytes, flags).split('\0')[0]!,
    flags,
    method: directory.getUint16(at + 10, true),
    crc: directory.getUint32(at + 16, true),
    size: wide[0],
    packed: wide[1],
    at: wide[2] + before,
  };
}

function part(view: DataView, at: number, length: number): Uint8Array {
  // Behind the end there is nothing.
  const there = Math.max(0, Math.min(length, view.byteLength - at));
  return new Uint8Array(view.buffer, there > 0 ? at : 0, there);
}

/** Sizes and place of an entry; what 32 bits cannot hold stands in its extra field (§4.5.3). */
function extended(short: [number, number, number], extra: Uint8Array): [number, number, number] {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  const found = [...short] as typeof short;
  for (let at = 0; at + 4 <= extra.length;) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const end = at + 4 + length;
    if (end > extra.length) throw new DamagedError();
    let next = at + 4;
    for (const [place, value] of short.entries()) {
      if (id !== 1 || value !== IN_EXTRA) continue;
      if (next + 8 > end) throw new DamagedError();
      found[place] = Number(view.getBigUint64(next, true));
      next += 8;
    }
    at = end;
  }
  return found;
}

/** Size and offset of the directory, and where it ends. */
async function findDirectory(archive: Blob): Promise<{ size: number; offset: number; end: number }> {
  const from = Math.max(0, archive.size - LONGEST_COMMENT - END.length);
  const view = await viewOf(archive, from, archive.size);
  let at = view.byteLength - END.length;
  const is = (place: number): boolean => view.getUint32(place, true) === END.signature;
  while (at >= 0 && !is(at)) at--;
  if (at < 0) throw new DamagedError();
  const short = { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true), end: from + at };
  const wide = from + at - LOCATOR64.length - END64.length;
  if (wide < 0) return short;
  const records = await viewOf(archive, wide, from + at);
  if (records.getUint32(END64.length, true) !== LOCATOR64.signature) return short;
  if (records.getUint32(0, true) !== END64.signature) return short;
  const [size, offset] = [40, 48].map((place) => Number(records.getBigUint64(place, true)));
  return { size: size!, offset: offset!, end: wide };
}

/** The bytes of an entry as they lie in the archive. */
export async function packedOf(archive: Blob, entry: Entry): Promise<Uint8Array> {
  const head = await viewOf(archive, entry.at, entry.at + LOCAL.length);
  if (head.getUint32(0, true) !== LOCAL.signature) throw new DamagedError();
  const name = head.getUint16(26, true);
  const begin = entry.at + LOCAL.length;
  const said = await viewOf(archive, begin, begin + name);
  if (decoded(new Uint8Array(said.buffer), entry.flags).split('\0')[0] !== entry.name) throw new DamagedError();
  const from = begin + name + head.getUint16(28, true);
  return new Uint8Array(await archive.slice(from, from + entry.packed).arrayBuffer());
}

/** The upper half of code page 437, in which names are where nothing else is said (Appendix D). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** A name. Some programs (macOS's) write UTF-8 without saying so. */
function decoded(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    if (flags & UTF8) throw new DamagedError();
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join('');
  }
}
