import Translate, { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { NumberParameter, PipeSpec } from '../../model/contract';
import { layoutPipe, type PipeLayout } from '../../views/pipe/layoutPipe';
import { endOf, momentAt, restOf } from '../../views/pipe/moment';
import { PipeStill } from '../../views/pipe/PipeStill';
import { pipeWords } from '../../views/pipe/pipeWords';
import { Built, heightsOf } from '../Built';
import { createClock } from '../clock';
import { saySetting } from '../messages';
import { Handle } from '../pipe/Handle';
import { PipeStrip } from '../pipe/PipeStrip';
import { POSITIONS, toPosition } from '../sliderScale';
import type { Figure } from '../useExperiment';
import { BUILT, useWidth } from '../useWidth';
import { spanOf } from './spanOf';
import { useLoop } from './useLoop';
import place from '../Built.module.css';
import pipe from '../pipe/Pipe.module.css';
import css from './FrontPipe.module.css';

interface FrontPipeProps {
  spec: PipeSpec;
  figure: Figure;
  /** The one that is dragged. */
  buffer: NumberParameter;
  onChange: (value: number) => void;
  /** Nobody has dragged it yet. */
  isFresh: boolean;
  /** How many times slower than life. */
  slower: number;
  isWanted: boolean;
}

const NOTHING = (): void => undefined;

/** The pipe as the picture itself: it plays over and over, and one edge is dragged. */
export function FrontPipe({ spec, figure, buffer, onChange, isFresh, slower, isWanted }: FrontPipeProps): ReactNode {
  const { run, params } = figure.state;
  const [ref, width] = useWidth();
  // Of its own: what plays unasked is no moment to be kept in the address.
  const [clock] = useState(() => createClock());
  const words = useMemo(() => pipeWords(translate), []);
  const edge = useRef<HTMLDivElement>(null);
  const value = Number(params[buffer.name]);
  const { wide, narrow, live } = useMemo(() => {
    const share = (_: string, to: number): number => toPosition(buffer, to) / POSITIONS;
    const at = (wanted: number): PipeLayout => layoutPipe({ spec, params, width: wanted, share, large: true });
    return { wide: at(BUILT.wide), narrow: at(BUILT.narrow), live: width === undefined ? undefined : at(width) };
  }, [spec, buffer, params, width]);
  const layout = live ?? wide;
  const span = useMemo(() => spanOf(run, spec, layout), [run, spec, layout]);
  useLoop(clock, span, 1 / slower, isWanted);

  const built = (of: PipeLayout): ReactNode => (
    <PipeStill layout={of} moment={momentAt(run, spec, of, restOf(run, spec, of))} words={words} />
  );
  const x = live?.buffer?.asked;
  return (
    <div className={clsx(place.container, pipe.pipe)} style={heightsOf(wide.height, narrow.height)}>
      <div ref={ref} className={place.place}>
        {live ? (
          <PipeStrip
            {...{ layout: live, spec, run, clock, words }}
            rest={span.from}
            end={endOf(run)}
            pointed={undefined}
            onPoint={NOTHING}
            onPick={undefined}
            onEdge={NOTHING}
          />
        ) : (
          <Built wide={built(wide)} narrow={built(narrow)} />
        )}
        {live && x !== undefined && (
          <>
            <Handle
              ref={edge}
              parameter={buffer}
              value={value}
              scale={live.buffer!}
              x={x}
              top={live.rowY - live.buffer!.height / 2}
              height={live.buffer!.height}
              onChange={onChange}
            />
            <div
              className={css.tag}
              style={{ left: x, top: live.rowY + live.buffer!.height / 2 + 6 }}
              aria-hidden="true"
            >
              <b>
                <Translate id="front.asked" values={{ size: saySetting(buffer, value) }}>
                  {'{size} asked for'}
                </Translate>
              </b>
              {isFresh && (
                <span className={css.hint} data-only="screen scripts">
                  <Translate id="front.drag">drag me</Translate>
                </span>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
