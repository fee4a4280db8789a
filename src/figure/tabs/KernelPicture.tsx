import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import { ofColumns } from '../../model/ofColumns';
import type { Lane } from '../../model/contract';
import { unpackColumns } from '../../model/stored';
import type { Result, StoredComparison } from '../../model/types';
import { draw } from '../../views/draw';
import { createClock } from '../clock';
import { Scrubber } from '../Scrubber';
import { useWidth } from '../useWidth';
import { Row } from '../../ui/layout';
import css from './Behind.module.css';

/** The kernel's curve over the model's, in those lanes that were recorded. */
export function KernelPicture({
  lanes,
  comparison,
}: {
  lanes: readonly Lane[];
  comparison: StoredComparison;
}): ReactNode {
  const [ref, width] = useWidth();
  const [clock] = useState(() => createClock());
  const title = translate(
    { id: 'figure.evidence.picture', message: 'The model and the kernel (dashed): {name}' },
    { name: comparison.setting },
  );
  const drawing = useMemo(() => {
    if (width === undefined) return undefined;
    const [model, kernel] = [comparison.model, comparison.kernel].map((columns) =>
      ofColumns(unpackColumns(columns)),
    ) as [Result, Result];
    const inBoth = (name: string): boolean =>
      [model, kernel].every(({ columns }) => columns.some((c) => c.name === name));
    const both = lanes
      .map((lane) => ({
        ...lane,
        // Thinned out for the page, steps would stand in the wrong places.
        kind: lane.kind === 'step' ? 'line' : lane.kind,
        series: lane.series.filter(inBoth),
      }))
      .filter(({ series }) => series.length > 0);
    return both.length === 0
      ? undefined
      : draw({
          spec: { kind: 'lanes', title, lanes: both },
          run: model,
          overlays: [{ role: 'kernel', run: kernel }],
          growing: false,
          events: false,
          width,
          title,
          translate,
        });
  }, [comparison, lanes, width, title]);
  return (
    <div ref={ref}>
      {drawing && (
        <>
          <Row as="p" gap={6} className={css.key}>
            <span>
              <Translate id="figure.evidence.model">the model</Translate>
            </span>
            <span className={css.kernel}>
              <Translate id="figure.evidence.linux">the kernel</Translate>
            </span>
          </Row>
          <div className={css.picture}>
            {drawing.picture}
            {drawing.time && <Scrubber time={drawing.time} clock={clock} />}
          </div>
        </>
      )}
    </div>
  );
}
