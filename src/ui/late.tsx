import useIsBrowser from '@docusaurus/useIsBrowser';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useNear } from './useNear';

/** React leaves alone what is in an element of which it knows no children: it stands as it was built. */
export const AS_BUILT = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };

/**
 * A component whose program is only fetched when a reader comes near: what was built stands until then. `built` is the
 * component itself while the book is built, `load` fetches it, and `Until` stands in for it on a page that the reader
 * went to from another of the book, where nothing is built.
 */
export function late<P extends object>(
  built: ComponentType<P> | undefined,
  load: () => Promise<ComponentType<P>>,
  Until: ComponentType<P>,
): ComponentType<P> {
  let known = built;
  return function Late(props: P): ReactNode {
    const isBrowser = useIsBrowser();
    const [wasBuilt] = useState(!isBrowser);
    const [place, isNear] = useNear<HTMLDivElement>();
    const [Come, setCome] = useState(() => known);
    useEffect(() => {
      if (Come || !isNear) return;
      load().then(
        (loaded) => setCome(() => (known = loaded)),
        // Cut off from the net, readers still have the text.
        () => undefined,
      );
    }, [Come, isNear]);
    if (!Come && wasBuilt) return <div ref={place} {...AS_BUILT} />;
    return <div ref={place}>{Come ? <Come {...props} /> : <Until {...props} />}</div>;
  };
}
