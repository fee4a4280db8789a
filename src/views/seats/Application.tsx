import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { cut } from '../text';
import { Box } from './Box';
import type { Layout } from './layoutSeats';
import { box } from './marks';
import { acceptsAt, sayApplication, valueAt } from './readSeats';
import type { SeatsWords } from './seatsWords';
import views from '../views.module.css';

export interface PartProps {
  layout: Layout;
  row: number;
  words: SeatsWords;
}

/** Who calls accept(), or does not: a button as on a player. */
export function Application({ layout, row, words }: PartProps): ReactNode {
  const { application: at, scene, stacked: narrow, whole } = layout;
  const small = layout.narrow && !layout.stacked;
  const accepts = acceptsAt(scene, row);
  const [x, y] = narrow
    ? [at.x + at.width - 26, at.y + at.height / 2]
    : [at.x + at.width / 2, layout.exit.y - (small ? 1 : 8)];
  const r = narrow ? 15 : whole || !layout.narrow ? 23 : 12;
  const icon = accepts
    ? `M${x - 0.3 * r},${y - 0.45 * r}v${0.9 * r}l${0.8 * r},${-0.45 * r}z`
    : box(x - 0.4 * r, y - 0.42 * r, 0.26 * r, 0.84 * r) + box(x + 0.14 * r, y - 0.42 * r, 0.26 * r, 0.84 * r);
  const state = sayApplication(scene, row);
  const count = words.accepted(formatNumber(valueAt(scene.accepted, row)));
  return (
    <g style={inkOf(scene.application.quantity)}>
      <Box at={at} still={!accepts} />
      <text
        className={views.title}
        x={narrow ? at.x + 8 : x}
        y={at.y + (small ? 17 : 19)}
        textAnchor={narrow ? 'start' : 'middle'}
      >
        {words.application}
      </text>
      <circle className={accepts ? views.full : views.drawn} strokeWidth={1.5} cx={x} cy={y} r={r} />
      <path className={accepts ? views.ground : views.full} d={icon} />
      <text
        className={views.title}
        x={narrow ? x - 24 : x}
        y={narrow ? at.y + 19 : y + r + (small ? 15 : 20)}
        textAnchor={narrow ? 'end' : 'middle'}
      >
        {cut(state, narrow ? 110 : at.width - 6, 12)}
      </text>
      {!small && (
        <text
          className={views.tick}
          x={narrow ? at.x + 8 : x}
          y={narrow ? at.y + 36 : at.y + at.height - 12}
          textAnchor={narrow ? 'start' : 'middle'}
        >
          {cut(count, narrow ? 150 : at.width - 6, 11)}
        </text>
      )}
    </g>
  );
}
