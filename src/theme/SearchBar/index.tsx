import SearchBar from '@theme-original/SearchBar';
import { type FocusEvent, type ReactNode, useRef } from 'react';

/**
 * The theme's search fetches its texts when its field is focused, and then takes the focus back. A reader who has
 * tabbed on meanwhile stays where they are.
 */
export default function PoliteSearchBar(): ReactNode {
  const isGuarded = useRef(false);
  const hasLeft = useRef(false);
  function come({ target }: FocusEvent): void {
    hasLeft.current = false;
    if (isGuarded.current || !(target instanceof HTMLInputElement)) return;
    isGuarded.current = true;
    target.focus = () => {
      // Once only: from now on it is called for by a key.
      Reflect.deleteProperty(target, 'focus');
      if (!hasLeft.current) target.focus();
    };
  }
  // Where the field itself is moved in the page, nothing else has the focus after it.
  const go = ({ relatedTarget }: FocusEvent): void => void (hasLeft.current = relatedTarget !== null);
  return (
    <div style={{ display: 'contents' }} onFocus={come} onBlur={go}>
      <SearchBar />
    </div>
  );
}
