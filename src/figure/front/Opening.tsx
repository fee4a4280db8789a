import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Prerendered } from '../../model/types';
import type { ExperimentProps } from '../Experiment';
import { Front } from './Front';

/** A figure that opens with its face, and with all of it where a reader asks for that, or the address speaks of it. */
export default function Opening({ data }: { data: Prerendered }): ReactNode {
  const { id } = data.experiment;
  // The face stands until it is there. (Built inside of a `Suspense`, it would only be seen where scripts run.)
  const [Laboratory, setLaboratory] = useState<ComponentType<ExperimentProps>>();
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  const open = async (): Promise<void> => {
    const { default: Experiment } = await import('../Experiment');
    setLaboratory(() => Experiment);
  };
  useEffect(() => {
    const spokenOf = [...new URLSearchParams(window.location.search).keys()].some((key) => key.startsWith(`${id}.`));
    // The address is only to be read when the page runs. Cut off from the net, readers still have the face.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (spokenOf) open().catch(() => undefined);
  }, [id]);
  // The link that opened it has gone; the keyboard stays here.
  useEffect(() => {
    if (Laboratory && wasAsked.current) place.current?.querySelector('figure')?.focus({ preventScroll: true });
  }, [Laboratory]);
  return (
    <div ref={place} className="figure-place">
      {Laboratory ? (
        <Laboratory id={id} data={data} />
      ) : (
        <Front
          data={data}
          onOpen={() => {
            wasAsked.current = true;
            open().catch(() => undefined);
          }}
        />
      )}
    </div>
  );
}
