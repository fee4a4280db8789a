import useIsBrowser from '@docusaurus/useIsBrowser';
import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useNear } from '../ui/useNear';
import { onCall } from './inPage';
import { AS_BUILT } from '../ui/late';
import Experiment, { type ExperimentProps } from './Experiment';
import { placeIn } from './placeIn';

/**
 * A figure of a chapter. It stands as it was built, as HTML, until a reader comes near, reaches for it or calls it from
 * the text, or the address speaks of it: so a page of many figures is ready as soon as its text is.
 */
export default function WhenNear(props: ExperimentProps): ReactNode {
  const { id, name = id } = props;
  // Who came from another page of the book has nothing built before them.
  const isBrowser = useIsBrowser();
  const [wasBuilt] = useState(!isBrowser);
  const [place, isNear] = useNear<HTMLDivElement>();
  const [isCalled, setCalled] = useState(false);
  const [isPressed, setPressed] = useState(false);
  // To draw a figure takes some frames, and may be interrupted; a reader who reaches for it waits for no others.
  const isLive = (useDeferredValue(isNear) && !isPressed) || isCalled || !wasBuilt;
  const focused = useRef<() => HTMLElement | undefined>(undefined);

  const call = (): void => flushSync(() => setCalled(true));
  useEffect(() => (isLive ? undefined : onCall(name, call)), [isLive, name]);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isLive || !activeElement || !place.current?.contains(activeElement)) return;
    // Somebody's keys were quicker than the page.
    focused.current = placeIn(place.current, activeElement);
    setCalled(true);
  }, [isLive, place]);
  useEffect(() => {
    const spokenOf = [...new URLSearchParams(window.location.search).keys()].some((key) => key.startsWith(`${name}.`));
    // The address is only to be read when the page runs.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (spokenOf) setCalled(true);
  }, [name]);
  // The keyboard stays where it was.
  useLayoutEffect(() => {
    if (isLive) focused.current?.()?.focus({ preventScroll: true });
  }, [isLive]);

  // A link from the rail leads here.
  const here = { id: `figure-${name}`, className: 'figure-place' };
  if (isLive || BUILDING)
    return (
      <div ref={place} {...here}>
        <Experiment {...props} />
      </div>
    );
  // The button under a pressed mouse has to stay until it is clicked, which is said after it is released.
  const release = (): void => void setTimeout(() => setPressed(false));
  const pressed = {
    onPointerDown: () => setPressed(true),
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
  };
  const reach = ({ currentTarget, target }: FocusEvent): void => {
    if (!target.matches(':focus-visible')) return;
    focused.current = placeIn(currentTarget, target);
    call();
  };
  const click = ({ currentTarget, target }: MouseEvent): void => {
    const control = (target as Element).closest('button');
    const twin = control ? placeIn(currentTarget, control) : undefined;
    call();
    twin?.()?.click();
  };
  // What is clicked here are the figure's own buttons, which have their keys.
  // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  return <div ref={place} {...here} {...AS_BUILT} {...pressed} onFocus={reach} onClick={click} />;
}
