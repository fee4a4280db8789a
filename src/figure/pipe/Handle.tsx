import { translate } from '@docusaurus/Translate';
import { type PointerEvent, type ReactNode, type Ref, useRef } from 'react';
import type { NumberParameter } from '../../model/contract';
import { type EdgeScale, shareAt } from '../../views/pipe/layoutPipe';
import { inkOf } from '../../views/styles';
import { sliderProps } from '../sliderProps';
import { fromPosition, POSITIONS } from '../sliderScale';
import css from './Handle.module.css';

interface HandleProps {
  parameter: NumberParameter;
  value: number;
  scale: EdgeScale;
  /** Where the edge lies, px. */
  x: number;
  top: number;
  height: number;
  onChange: (value: number) => void;
  ref?: Ref<HTMLDivElement>;
}

/** To the left is more, as the eye sees it. */
const MIRRORED: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
const mirrored = (key: string): string => MIRRORED[key] ?? key;

/** The edge of a box in the pipe; dragging it sets a parameter. */
export function Handle({ parameter, value, scale, x, top, height, onChange, ref }: HandleProps): ReactNode {
  /** From the pointer to the edge while it is held, px. */
  const held = useRef<number>(undefined);

  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (held.current === undefined) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    const share = shareAt(scale, event.clientX - box.left + held.current);
    const to = fromPosition(parameter, share * POSITIONS);
    if (to !== value) onChange(to);
  }

  return (
    <div
      ref={ref}
      className={css.handle}
      style={{ ...inkOf(parameter.quantity ?? 'time'), left: x, top, height }}
      aria-label={translate(
        { id: 'figure.pipe.handle', message: '{parameter}: drag its edge' },
        { parameter: parameter.label },
      )}
      {...sliderProps(parameter, value, onChange, mirrored)}
      onPointerDown={(event) => {
        const edge = event.currentTarget.getBoundingClientRect();
        held.current = edge.left + edge.width / 2 - event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => (held.current = undefined)}
      onPointerCancel={() => (held.current = undefined)}
    >
      <span className={css.grip} />
    </div>
  );
}
