import type { ReactNode } from 'react';
import type { Places } from './pack';
import { box, circle, halfDisc, sitter } from './marks';
import views from '../views.module.css';

/** From this edge on there is room for somebody on a seat, px. */
const SITTER = 11;

interface PlacesProps {
  places: Places;
  taken: number;
  /** How many there are. */
  all: number;
}

const sideOf = ({ pitch }: Places): number => pitch - (pitch < 13 ? 1.5 : 3);

/** How much of a place is taken, 0 to 1. */
const shareOf = (place: number, { places: { each }, taken, all }: PlacesProps): number =>
  Math.min(1, Math.max(0, (taken - place * each) / Math.min(each, all - place * each)));

/** Slots in no order: a ring for each, half of it filled where a connection is half open. */
export function Slots(props: PlacesProps): ReactNode {
  const { at } = props.places;
  const r = sideOf(props.places) / 2;
  const taken = at.map(({ x, y }, place) => {
    const share = shareOf(place, props);
    return share > 0 ? halfDisc(x, y, r * Math.sqrt(share)) : '';
  });
  return (
    <g>
      <path
        data-places="slots"
        className={views.frame}
        strokeWidth={0.75}
        d={at.map(({ x, y }) => circle(x, y, r)).join('')}
      />
      <path className={views.solid} d={taken.join('')} />
    </g>
  );
}

/** Seats, filled in order. */
export function Row(props: PlacesProps): ReactNode {
  const { at, each } = props.places;
  const side = sideOf(props.places);
  const [from, half] = [-side / 2, side / 2];
  const shares = at.map((_, place) => shareOf(place, props));
  const taken = at.map(({ x, y }, i) =>
    shares[i] ? box(x + from, y + half - side * shares[i], side, side * shares[i]) : '',
  );
  const people =
    each === 1 && side >= SITTER ? at.map(({ x, y }, i) => (shares[i] ? sitter(x, y, half * 0.92) : '')) : [];
  return (
    <g>
      <path
        data-places="seats"
        className={views.box}
        strokeWidth={0.75}
        d={at.map(({ x, y }) => box(x + from, y + from, side, side)).join('')}
      />
      <path className={views.solid} d={taken.join('')} />
      <path data-places="people" className={views.ground} d={people.join('')} />
    </g>
  );
}
