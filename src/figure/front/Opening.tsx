import { lazy, type ReactNode, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import type { Prerendered } from '../../model/types';
import { Front } from './Front';

const Laboratory = lazy(() => import('../Experiment'));

/** A figure that opens with its face, and with all of it where a reader asks for that, or the address speaks of it. */
export default function Opening({ data }: { data: Prerendered }): ReactNode {
  const { id } = data.experiment;
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  const open = (): void => startTransition(() => setOpen(true));
  useEffect(() => {
    if ([...new URLSearchParams(window.location.search).keys()].some((key) => key.startsWith(`${id}.`))) open();
  }, [id]);
  // The link that opened it has gone; the keyboard stays here.
  useEffect(() => {
    if (isOpen && wasAsked.current) place.current?.querySelector('figure')?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <div ref={place} className="figure-place">
      {/* Around both: the face stands until the laboratory is there. */}
      <Suspense>
        {isOpen ? (
          <Laboratory id={id} data={data} />
        ) : (
          <Front
            data={data}
            onOpen={() => {
              wasAsked.current = true;
              open();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
