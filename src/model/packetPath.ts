import type { Link } from './reading';

/** A place where a packet can wait or be lost, and what chapters answer about it. Texts may have `code` in them. */
export interface Stop {
  name: string;
  questions: { text: string; chapter: Link }[];
}

export interface PacketPath {
  /** In the order in which a packet meets them. */
  way: Stop[];
  /** Before the first byte and after the last one. */
  around: Stop[];
}
