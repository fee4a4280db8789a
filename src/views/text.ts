/** Where text may stand. Widths are estimates, so that a picture can be laid out without a browser. */

export const FONT_SIZE = 12;

export function textWidth(text: string, size = FONT_SIZE): number {
  let units = 0;
  for (const char of text) units += char > '\u2e80' ? 1 : /[ilj.,:;'|!()[\]]/.test(char) ? 0.34 : 0.57;
  return units * size;
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
