import { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import { Built, heightsOf } from '../../figure/Built';
import place from '../../figure/Built.module.css';
import { BUILT } from '../../figure/useWidth';
import { ofColumns } from '../../model/ofColumns';
import type { LanesSpec } from '../../model/contract';
import type { KernelCurve } from '../../model/kernels';
import type { Result } from '../../model/types';
import { draw } from '../../views/draw';
import css from './kernels.module.css';

const QUANTITIES = ['flow2', 'flow1'] as const;

/** As a run of which the kernels are the curves. */
const runOf = ({ x, y, lines }: KernelCurve): Result =>
  ofColumns([
    { ...x, meaning: x.name, quantity: 'time', values: Float64Array.from(x.values) },
    ...lines.map(({ kernel, values }, i) => ({
      meaning: y.name,
      name: `Linux ${kernel}`,
      unit: y.unit,
      quantity: QUANTITIES[i]!,
      values: Float64Array.from(values, (value) => value ?? NaN),
    })),
  ]);

/** The same recording on two kernels. */
export function Curves({ curve }: { curve: KernelCurve }): ReactNode {
  const [wide, narrow] = useMemo(() => {
    const { title, y, lines } = curve;
    const series = lines.map(({ kernel }) => `Linux ${kernel}`);
    const lane = { id: y.name, title: y.name, unit: y.unit, series, kind: 'step' as const, handles: [] };
    const spec: LanesSpec = { kind: 'lanes', title, lanes: [lane] };
    return [BUILT.wide, BUILT.narrow].map((width) =>
      draw({
        spec,
        run: runOf(curve),
        overlays: [],
        growing: false,
        events: false,
        width,
        tall: 150,
        title,
        translate,
      }),
    );
  }, [curve]);
  return (
    <figure className={css.figure}>
      <figcaption className="ui">{curve.title}</figcaption>
      <div className={place.container}>
        <div className={place.place} style={heightsOf(wide!.height, narrow!.height)}>
          <Built wide={wide!.picture} narrow={narrow!.picture} />
        </div>
      </div>
    </figure>
  );
}
