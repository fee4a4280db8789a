import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** A text as it stands in an address: deflated, in base64url. */
export function packText(text: string): string {
  const bytes = deflateSync(strToU8(text), { level: 9 });
  return btoa(strFromU8(bytes, true)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text again, of at most `most` characters; undefined if it is none. */
export function unpackText(packed: string, most: number): string | undefined {
  // A character takes no more than three bytes of UTF-8; what is longer is cut, and seen to be too long.
  const out = new Uint8Array(3 * most + 1);
  if (packed.length > 2 * out.length) return undefined;
  try {
    const bytes = inflateSync(strToU8(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), true), { out });
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
