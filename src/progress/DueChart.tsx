import { translate } from '@docusaurus/Translate';
import { max, sum } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { Forecast } from '../memory/progress';
import { XAxis, YAxis } from '../views/axis';
import views from '../views/views.module.css';
import { useWidth } from '../figure/useWidth';
import { Stack } from '../ui/layout';
import css from './DueChart.module.css';
import { dayInWords } from './days';

const HEIGHT = 200;
const LEFT = 34;
/** Room for the days below the bars. */
const FOOT = 22;
const TOP = 10;

/** `12 cards today, 80 in 30 days, at most 20 on one day (Monday, 23 November).` */
function inWords(due: Forecast['due']): string {
  const most = due.reduce((found, each) => (each.cards > found.cards ? each : found));
  const counts = { today: due[0]!.cards, all: sum(due, ({ cards }) => cards), days: due.length };
  return most === due[0]
    ? translate({ id: 'progress.due.said.today', message: '{today} cards today, {all} in {days} days.' }, counts)
    : translate(
        {
          id: 'progress.due.said',
          message: '{today} cards today, {all} in {days} days, at most {most} on one day ({day}).',
        },
        { ...counts, most: most.cards, day: dayInWords(most.day) },
      );
}

/** How many cards come up, a bar for each day. */
export function DueChart({ due }: { due: Forecast['due'] }): ReactNode {
  const [ref, measured] = useWidth();
  const width = measured ?? 640;
  const bottom = HEIGHT - FOOT;
  const places = due.map((_, place) => place);
  const x = scaleBand(places, [LEFT, width]).paddingInner(0.25).paddingOuter(0.15);
  const y = scaleLinear([0, Math.max(4, max(due, ({ cards }) => cards) ?? 0)], [bottom, TOP]).nice(4);
  const middle = (place: number): number => x(place)! + x.bandwidth() / 2;
  const said = inWords(due);
  return (
    <Stack ref={ref} gap={3} isFilled>
      <svg className={views.view} width={width} height={HEIGHT} role="img" aria-label={said}>
        <YAxis y={y} ticks={y.ticks(4).filter(Number.isInteger)} left={LEFT} right={width} />
        {due.map(({ cards }, place) => (
          <rect
            key={place}
            className={css.due}
            x={x(place)}
            y={y(cards)}
            width={x.bandwidth()}
            height={bottom - y(cards)}
          />
        ))}
        <XAxis
          x={middle}
          ticks={places.filter((place) => place % 7 === 0)}
          label={(place) =>
            place === 0
              ? translate({ id: 'progress.due.today', message: 'today' })
              : dayInWords(due[place]!.day, 'short')
          }
          title=""
          axisY={bottom}
          right={width}
        />
      </svg>
      <small>{said}</small>
    </Stack>
  );
}
