/**
 * Point at a quantity anywhere (its word, its curve's name, its control's label) and it lights up everywhere. What has
 * a quantity's colour is known by the style it is drawn in; `layout.css` lets everything else in the figures step back.
 */
const COLOURED = /--q-([a-z]+)/;

/** A hand that moves a control wants to see all curves. */
const IN_HAND = 'input, button, select, [contenteditable], [aria-orientation]';

function quantityAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element) || target.closest(IN_HAND)) return undefined;
  return COLOURED.exec(target.closest('[style*="--q-"]')?.getAttribute('style') ?? '')?.[1];
}

function light(quantity: string | undefined): void {
  const root = document.documentElement;
  if (quantity) root.setAttribute('data-pointed', quantity);
  else root.removeAttribute('data-pointed');
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerover', ({ target }) => light(quantityAt(target)), { passive: true });
  document.addEventListener('pointerdown', () => light(undefined), { passive: true });
}
