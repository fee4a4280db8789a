/** Unfolds the entry of a list that an anchor leads to; an entry has `data-entry`, and more than one anchor if need be. */
export function unfold(anchor: string): void {
  const details = document.getElementById(anchor)?.closest('[data-entry]')?.querySelector('details');
  if (details) details.open = true;
}

/** As many entries as this are unfolded when nothing else is wanted. */
export const FEW = 3;
