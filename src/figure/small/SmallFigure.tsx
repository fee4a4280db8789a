import useIsBrowser from '@docusaurus/useIsBrowser';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Prerendered } from '../../model/types';
import { AS_BUILT } from '../../ui/late';
import { useNear } from '../../ui/useNear';
import { onCall } from '../inPage';
import { loadFirst } from '../loadFirst';
import { placeIn } from '../placeIn';
import type { Small, SmallProps } from './Small';
import css from './place.module.css';

interface Loaded {
  Come: ComponentType<SmallProps & { data: Prerendered }>;
  data: Prerendered;
}

/** While the book is built, all is at hand. */
/* eslint-disable @typescript-eslint/no-require-imports */
const built = BUILDING
  ? (id: string): Loaded => ({
      Come: (require('./Small') as { Small: typeof Small }).Small,
      data: require(`@inflight/first/${id}.json`) as Prerendered,
    })
  : undefined;
/* eslint-enable @typescript-eslint/no-require-imports */

const load = async (id: string): Promise<Loaded> => {
  const [{ Small: Come }, data] = await Promise.all([import('./Small'), loadFirst(id)]);
  return { Come, data };
};

/**
 * A small figure of a chapter. Like a picture it costs a page only what is in its HTML: its program and its runs are
 * fetched when a reader comes near, a number in the text moves it, or the address speaks of it.
 */
export default function SmallFigure(props: SmallProps): ReactNode {
  const { id, name = id, share } = props;
  // Who came from another page of the book has nothing built before them.
  const isBrowser = useIsBrowser();
  const [wasBuilt] = useState(!isBrowser);
  const [place, isNear] = useNear<HTMLDivElement>();
  const [isCalled, setCalled] = useState(false);
  const [loaded, setLoaded] = useState(() => built?.(id));
  const isWanted = isNear || isCalled;

  useEffect(() => (loaded || share ? undefined : onCall(name, () => setCalled(true))), [loaded, share, name]);
  useEffect(() => {
    const spokenOf = [...new URLSearchParams(window.location.search).keys()].some((key) => key.startsWith(`${name}.`));
    // The address is only to be read when the page runs.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (spokenOf) setCalled(true);
  }, [name]);
  useEffect(() => {
    if (loaded || !isWanted) return;
    load(id).then(
      (all) => {
        // The keyboard stays where it was.
        const { activeElement } = document;
        const { current } = place;
        const twin = activeElement && current?.contains(activeElement) ? placeIn(current, activeElement) : undefined;
        flushSync(() => setLoaded(all));
        twin?.()?.focus({ preventScroll: true });
      },
      // Cut off from the net, readers still have the picture.
      () => undefined,
    );
  }, [loaded, isWanted, id, place]);

  if (loaded) {
    const { Come, data } = loaded;
    return (
      <div ref={place}>
        <Come {...props} data={data} />
      </div>
    );
  }
  return wasBuilt ? <div ref={place} {...AS_BUILT} /> : <div ref={place} className={css.until} />;
}
