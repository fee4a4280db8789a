/** Where text may stand. Widths are estimates, so that a picture can be laid out without a browser. */

export const FONT_SIZE = 12;

export function textWidth(text: string, size = FONT_SIZE): number {
  let units = 0;
  for (const char of text) units += char > '\u2e80' ? 1 : /[ilj.,:;'|!()[\]]/.test(char) ? 0.34 : 0.57;
  return units * size;
}

/** The name of a column as words; one in capitals is a name of the kernel's, and stays as it is. */
export const spoken = (name: string): string => (/[a-z]/.test(name) ? name.replaceAll('_', ' ') : name);

/** The text, or as much of it as has room. */
export function cut(text: string, room: number, size = FONT_SIZE): string {
  if (textWidth(text, size) <= room) return text;
  const chars = [...text];
  while (chars.length > 0 && textWidth(`${chars.join('')}…`, size) > room) chars.pop();
  return `${chars.join('').trimEnd()}…`;
}

/**
 * Moves labels apart by at least `gap` while they keep their order and stay within [top, bottom]; they move no further
 * than they must. Returns positions in the order given.
 */
export function dodge(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let limit = top;
  for (const i of order) {
    placed[i] = Math.max(wanted[i]!, limit);
    limit = placed[i]! + gap;
  }
  limit = bottom;
  for (const i of [...order].reverse()) {
    placed[i] = Math.min(placed[i]!, limit);
    limit = placed[i]! - gap;
  }
  return placed;
}

/** What comes before the first colon, comma or semicolon: "3 segments lost, cwnd 264 → 134" → "3 segments lost". */
export const headOf = (text: string): string => text.split(/[:;,]/, 1)[0]!.trim();

/** Sets things side by side into rows of at most `room` pixels. */
export function wrap<T>(items: readonly T[], widthOf: (item: T) => number, room: number): T[][] {
  const rows: T[][] = [];
  let left = 0;
  for (const item of items) {
    const width = widthOf(item);
    if (width > left) {
      rows.push([]);
      left = room;
    }
    rows[rows.length - 1]!.push(item);
    left -= width;
  }
  return rows;
}
