import { translate } from '@docusaurus/Translate';
import type { ReactNode, Ref } from 'react';
import type { NumberParameter } from '../../model/contract';
import { useDrag } from '../../ui/useDrag';
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
  const [, dragging] = useDrag<number>({
    // From the pointer to the edge, px.
    start(event) {
      const edge = event.currentTarget.getBoundingClientRect();
      return edge.left + edge.width / 2 - event.clientX;
    },
    move(event, toEdge) {
      const box = event.currentTarget.parentElement!.getBoundingClientRect();
      const to = fromPosition(parameter, shareAt(scale, event.clientX - box.left + toEdge) * POSITIONS);
      if (to !== value) onChange(to);
    },
  });
  return (
    <div
      ref={ref}
      className={css.handle}
      data-only="screen"
      style={{ ...inkOf(parameter.quantity ?? 'time'), left: x, top, height }}
      aria-label={translate(
        { id: 'figure.pipe.handle', message: '{parameter}: drag its edge' },
        { parameter: parameter.label },
      )}
      {...sliderProps(parameter, value, onChange, mirrored)}
      {...dragging}
    >
      <span className={css.grip} />
    </div>
  );
}
