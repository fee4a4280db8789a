import type { RoundsSpec } from '../../model/contract';
import { formatNumber } from '../format';
import { Frame, type Moving, type Said } from '../moving';
import type { Pen } from '../pen';
import { inkOf } from '../styles';
import view from '../views.module.css';
import type { Translate } from '../words';
import { layoutRounds, pileOf, type RoundsLayout } from './layoutRounds';
import { leftBy, readRounds, type RoundsData } from './readRounds';

const roundsWords = (translate: Translate) => ({
  round: (number: number) => translate({ id: 'view.rounds.round', message: 'round {number}' }, { number }),
  each: (count: number) => translate({ id: 'view.rounds.each', message: 'one square: {count} segments' }, { count }),
});

type RoundsWords = ReturnType<typeof roundsWords>;

/** px: what separates two squares, as long as they are not flat. */
const GAP = 1.25;

function drawRounds(pen: Pen, layout: RoundsLayout, data: RoundsData, t: number): void {
  const { across, each, step, tall, wide } = pileOf(layout, data);
  const { bottom } = layout;
  const gap = Math.min(GAP, tall / 3);
  data.rounds.forEach((round, i) => {
    const left = i * step + (step - across * wide) / 2;
    const squares = Math.ceil(leftBy(round, t) / each);
    for (let n = 0; n < squares; n++) {
      const [column, row] = [n % across, Math.floor(n / across)];
      const [x, y] = [left + (column + 0.5) * wide, bottom - (row + 0.5) * tall];
      pen.bar(data.quantity, x, y, wide - gap, tall - gap);
    }
    if (!data.mark || across > 1 || squares === 0) return;
    const mark = data.mark.at(round.since);
    if (mark > 0) pen.bar(data.mark.quantity, (i + 0.5) * step, bottom - mark * tall, step, 2);
  });
}

/** px: narrower columns have no room for a number each, or for the word beside it. */
const ROOM = { number: 22, word: 56 };
const EVERY = 5;

const say = ({ rounds }: RoundsData, _: RoundsWords, t: number): Said =>
  Object.fromEntries(
    rounds.flatMap((round, i) => [
      [`segments ${i}`, t < round.since ? '' : formatNumber(round.segments)],
      [`note ${i}`, t < round.since ? '' : round.note],
    ]),
  );

/** What leaves in each round trip, side by side. */
export const rounds: Moving<RoundsSpec, RoundsLayout, RoundsData, RoundsWords> = {
  read: readRounds,
  layout: (_, width) => layoutRounds(width),
  words: roundsWords,
  draw: drawRounds,
  say,
  tell: (data, words) =>
    data.rounds.map(({ name, segments }) => `${words.round(name)}: ${formatNumber(segments)}`).join(', '),
  Places({ layout, data, words, t, title, marks }) {
    const { bottom, width } = layout;
    const pile = pileOf(layout, data);
    const said = say(data, words, t);
    return (
      <Frame {...{ layout, title }}>
        <line className={view.base} x1={0} x2={width} y1={bottom + 0.5} y2={bottom + 0.5} />
        {data.rounds.map(({ name, segments, note }, i) => {
          const x = (i + 0.5) * pile.step;
          const top = bottom - Math.ceil(segments / pile.each / pile.across) * pile.tall - 5;
          const isNamed = pile.step >= ROOM.number || name % EVERY === 0;
          return (
            <g key={name} style={inkOf(data.quantity)} data-series={data.quantity}>
              {pile.step >= ROOM.number && (
                <text className={view.label} x={x} y={top} textAnchor="middle" data-label={`segments ${i}`}>
                  {said[`segments ${i}`]}
                </text>
              )}
              {note !== '' && (
                <text
                  className={view.ink}
                  x={x}
                  y={pile.step >= ROOM.number ? top - 13 : top}
                  textAnchor="middle"
                  data-label={`note ${i}`}
                >
                  {said[`note ${i}`]}
                </text>
              )}
              {isNamed && (
                <text className={view.tick} x={x} y={bottom + 15} textAnchor="middle">
                  {pile.step >= ROOM.word ? words.round(name) : name}
                </text>
              )}
            </g>
          );
        })}
        {pile.each > 1 && (
          <text className={view.tick} x={0} y={12}>
            {words.each(pile.each)}
          </text>
        )}
        {marks}
      </Frame>
    );
  },
};
