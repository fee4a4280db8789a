import { sha1 } from '@noble/hashes/legacy';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

/** SHA-1 in hex: Anki's checksums are made of it. Unlike the browser's own it is there without HTTPS, too. */
export const sha1Hex = (content: string): string => bytesToHex(sha1(utf8ToBytes(content)));

/** The first 32 bits as a number. */
export const sha1Number = (content: string): number => parseInt(sha1Hex(content).slice(0, 8), 16);
