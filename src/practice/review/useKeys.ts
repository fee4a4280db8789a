import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Rating } from '../../memory/types';

interface Does {
  rate: (rating: Rating) => void;
  undo: () => void;
  skip: () => void;
  list: () => void;
  /** All of the card is shown: numbers are ratings from here on. */
  isShown: boolean;
}

const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"], dialog';
/** What Enter and Space do something to by themselves. */
const ACTIVE = 'a, button, input, summary, label, [role="button"], [role="slider"], [role="tab"]';

/** Keys for reviewing, wherever in the card the focus is, or nowhere. They never fire while somebody types. */
export function useKeys(root: RefObject<HTMLElement | null>, does: Does): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.altKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest(FIELDS)) return;
    const isHere = target === document.body || root.current?.contains(target);
    if (!isHere) return;
    const action = event.ctrlKey ? (key === 'z' ? does.undo : undefined) : actionOf(key, target, root.current, does);
    if (!action) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** What a key does now; undefined: what it always does. */
function actionOf(key: string, target: Element, root: Element | null, does: Does): (() => void) | undefined {
  const form = root?.querySelector<HTMLFormElement>('[data-card] form');
  if (key === 'Enter' || key === ' ') {
    if (does.isShown || target.closest(ACTIVE)) return undefined;
    const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]:enabled');
    return button ? () => button.click() : undefined;
  }
  if (/^[1-9]$/.test(key)) {
    const number = Number(key);
    if (does.isShown) return number <= 4 ? () => does.rate(number as Rating) : undefined;
    const choices = form?.querySelectorAll<HTMLInputElement>('input:is([type="radio"], [type="checkbox"]):enabled');
    const choice = choices?.[number - 1];
    if (choice) return () => choice.click();
  }
  if (/^[0-9.,-]$/.test(key) && !does.isShown) {
    // The character goes where the focus is by then.
    form?.querySelector<HTMLInputElement>('input[inputmode="decimal"]:enabled')?.focus();
    return undefined;
  }
  switch (key) {
    case 'u':
      return does.undo;
    case 's':
      return does.skip;
    case '?':
      return does.list;
    default:
      return undefined;
  }
}
