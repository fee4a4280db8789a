/** Does a text hold all words of another, in any order, whatever their case? */
export function holds(hay: string, text: string): boolean {
  const searched = hay.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
