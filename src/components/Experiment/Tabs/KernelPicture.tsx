import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import { unpackColumns } from '../../../model/stored';
import type { Comparison, Lane, StoredComparison } from '../../../model/types';
import { type Frame, toFrame } from '../../../views/frame';
import { Lanes } from '../../../views/Lanes';
import { layoutLanes } from '../../../views/layout';
import { columnLabel, countWord } from '../messages';
import { Scrubber } from '../Scrubber';
import { useWidth } from '../useWidth';
import css from '../Picture.module.css';

const frameOf = (columns: Comparison['model']): Frame =>
  toFrame({ columns: unpackColumns(columns), events: [] }, columnLabel);

/** The kernel's curve over the model's, in those lanes that were recorded. */
export function KernelPicture({
  lanes,
  comparison,
}: {
  lanes: readonly Lane[];
  comparison: StoredComparison;
}): ReactNode {
  const [ref, width] = useWidth();
  const layout = useMemo(() => {
    if (width === undefined) return undefined;
    const [model, kernel] = [frameOf(comparison.model), frameOf(comparison.kernel)];
    const both = lanes
      .map((lane) => ({
        ...lane,
        // Thinned out for the page, steps would stand in the wrong places.
        kind: lane.kind === 'step' ? 'line' : lane.kind,
        series: lane.series.filter((name) => kernel.tracks.has(name) && model.tracks.has(name)),
      }))
      .filter(({ series }) => series.length > 0);
    return both.length === 0
      ? undefined
      : layoutLanes({ frame: model, lanes: both, overlays: [{ role: 'kernel', frame: kernel }], width, events: false });
  }, [comparison, lanes, width]);
  const title = translate(
    { id: 'figure.evidence.picture', message: 'The model and, dashed, the kernel: {name}' },
    { name: comparison.setting },
  );
  return (
    <div ref={ref}>
      {layout && (
        <>
          <p className={css.key}>
            <span>
              <Translate id="figure.evidence.model">the model</Translate>
            </span>
            <span className={css.kernel}>
              <Translate id="figure.evidence.linux">the kernel</Translate>
            </span>
          </p>
          <div className={css.overlaid}>
            <Lanes layout={layout} title={title} countWord={countWord} />
            <Scrubber layout={layout} />
          </div>
        </>
      )}
    </div>
  );
}
