/** The knobs of Linux that the book speaks of: what docs/knobs says of each, and how sliders and links name them. */
import type { Claim } from './claims';
import type { Chapter } from './gallery';

/** What a knob is turned with; each kind has a file in docs/knobs. */
export const KINDS = ['sysctl', 'socket', 'call', 'ip', 'ethtool', 'tc', 'sysfs', 'tool'] as const;
export type KnobKind = (typeof KINDS)[number];

export interface KnobDefault {
  value: string;
  /** The first kernel that has it; `≤6.18` if that or an earlier one, but after the line before; '' if nothing is known. */
  since: string;
  note?: string | undefined;
}

/** What an author writes. A text may have `code` in it; what is the name of a knob there becomes a link. */
export interface KnobEntry {
  name: string;
  /** Other names of the same knob, as sliders may write it. */
  also: string[];
  unit: string;
  summary: string;
  /** Oldest first. */
  defaults: KnobDefault[];
  limits: string;
  touch: string;
  leave: string;
  /** Commands that show its effect. */
  see: string[];
  /** The experiment that shows it best. */
  figure?: string | undefined;
  /** Rows of docs/facts.json. */
  facts: string[];
  sources: string[];
}

/** An entry with all that the book knows of it. */
export interface Knob extends Omit<KnobEntry, 'figure' | 'facts'> {
  kind: KnobKind;
  anchor: string;
  /** Those whose sliders turn it, the one that shows it best first. */
  figures: { id: string; title: string }[];
  /** Those that show these figures. */
  chapters: Chapter[];
  /** Claims about it that were checked, and where they are taught. */
  facts: Pick<Claim, 'id' | 'claim' | 'verdict' | 'url'>[];
}

/** Where all entries stand. */
export const REFERENCE = '/book/guide/reference/';

/** `net.ipv4.tcp_rmem` → `net-ipv4-tcp-rmem` */
export const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The names that a slider gives, as they are written: `TCP_CORK, write(fd, buf, n)` are two. */
export const writtenNames = (knob: string): string[] => (knob === '' ? [] : knob.split(/, (?![^()]*\))/));

/** The name of an entry; a slider may say which of its values it turns: `net.ipv4.tcp_rmem[2]`. */
export const nameOf = (written: string): string => written.replace(/\[\d+\]$/, '');

/** The kernel by which a default had come; none if that is not known. */
export const versionIn = (since: string): string | undefined => since.replace('≤', '') || undefined;

/** Compares kernels: 3.10 is newer than 3.9. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return left[0]! - right[0]! || (left[1] ?? 0) - (right[1] ?? 0) || (left[2] ?? 0) - (right[2] ?? 0);
}
