import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { LadderCard, LadderRow } from '../../model/questions';
import { filled, gapsOf } from '../ladder';
import { shuffled } from '../../model/shuffle';
import { Marked } from '../../ui/Marked';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import unseen from '../../ui/unseen.module.css';
import css from './Ladder.module.css';

interface LadderProps {
  card: LadderCard;
  /** For each gap, from the top, a place in the options or null. */
  answer: unknown;
  /** The options stand in an order by it; missing: in the book's. */
  seed?: string;
  /** `ask`: to be filled in; `closed`: as it was filled in; `marked`: that, and what is right; `blank`: on paper. */
  state: 'ask' | 'closed' | 'marked' | 'blank';
  onAnswer?: (answer: (number | null)[] | undefined) => void;
  labelledBy?: string;
}

/** Segments between two ends, from the top; some of them are to be filled in. For those who listen it is a list. */
export function Ladder({ card, answer, seed, state, onAnswer, labelledBy }: LadderProps): ReactNode {
  const { sides, rows, options } = card;
  const given = filled(card, answer);
  const gaps = gapsOf(card);
  const all = [...options.keys()];
  const places = seed === undefined ? all : shuffled(all, seed);
  function fill(gap: number, place: number | null): void {
    const next = given.map((each, i) => (i === gap ? place : each));
    onAnswer?.(next.every((each) => each === null) ? undefined : next);
  }
  return (
    <div className={css.ladder}>
      <Row as={Text} size="note" isApart aria-hidden="true">
        <b>{sides[0]}</b>
        <b>{sides[1]}</b>
      </Row>
      <Stack as="ol" gap={3} isFilled className={css.rows} aria-labelledby={labelledBy}>
        {rows.map((row, i) => {
          const gap = gaps.indexOf(row);
          return (
            <li key={i} className={css.row} data-from={row.from} data-lost={row.isLost}>
              <span className={unseen.unseen}>{way(row, sides)} </span>
              {row.isHidden ? (
                <Gap
                  {...{ state, row, places, options }}
                  place={given[gap]!}
                  name={translate(
                    { id: 'card.ladder.gap', message: 'Gap {number} of {all}, {way}' },
                    { number: gap + 1, all: gaps.length, way: way(row, sides) },
                  )}
                  onFill={(place) => fill(gap, place)}
                />
              ) : (
                <span className={css.text}>
                  <Marked text={row.text} />
                </span>
              )}
              <Arrow isLost={row.isLost} />
              {row.note !== undefined && (
                <span className={css.note}>
                  <Marked text={row.note} />
                </span>
              )}
            </li>
          );
        })}
      </Stack>
    </div>
  );
}

/** Who sends it to whom, and whether it comes there. */
function way({ from, isLost }: LadderRow, [left, right]: readonly [string, string]): string {
  const [one, other] = from === 'left' ? [left, right] : [right, left];
  return isLost
    ? translate({ id: 'card.ladder.lost', message: '{one} to {other}, lost on the way:' }, { one, other })
    : translate({ id: 'card.ladder.way', message: '{one} to {other}:' }, { one, other });
}

interface GapProps extends Pick<LadderProps, 'state'> {
  row: LadderRow;
  /** Into the options, as they are shown. */
  places: readonly number[];
  options: readonly string[];
  /** What was put in. */
  place: number | null;
  name: string;
  onFill: (place: number | null) => void;
}

const choose = (): string => translate({ id: 'card.ladder.choose', message: 'What is sent here?' });

/** What is to be filled in, what was, or what would have been right. */
function Gap({ state, row, places, options, place, name, onFill }: GapProps): ReactNode {
  if (state === 'blank') return <span className={css.blank}>?</span>;
  if (state === 'ask')
    return (
      <span className={css.gap} data-filled={place !== null}>
        <span aria-hidden="true">{place === null ? choose() : <Marked text={options[place]!} />}</span>
        <select
          aria-label={name}
          value={place ?? ''}
          onChange={({ target }) => onFill(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{choose()}</option>
          {places.map((each) => (
            <option key={each} value={each}>
              {options[each]!.replaceAll('`', '')}
            </option>
          ))}
        </select>
      </span>
    );
  const isRight = place !== null && options[place] === row.text;
  if (state === 'closed')
    return <span className={css.text}>{place === null ? '?' : <Marked text={options[place]!} />}</span>;
  return (
    <span className={css.text} data-right={isRight}>
      {place !== null && !isRight && (
        <>
          <span className={unseen.unseen}>{translate({ id: 'card.ladder.wrong', message: 'Not this:' })} </span>
          <s>
            <Marked text={options[place]!} />
          </s>{' '}
        </>
      )}
      <span className={css.right}>
        <span aria-hidden="true">{isRight ? '✓ ' : '→ '}</span>
        <span className={unseen.unseen}>
          {isRight
            ? translate({ id: 'card.ladder.right', message: 'Right:' })
            : translate({ id: 'card.ladder.belongs', message: 'Should be:' })}{' '}
        </span>
        <Marked text={row.text} />
      </span>
    </span>
  );
}

/** From the end that sends to the other, a little downwards, as time passes; a lost one ends on the way. */
function Arrow({ isLost }: { isLost: boolean }): ReactNode {
  return (
    <span className={css.arrow} aria-hidden="true">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none">
        <path d={isLost ? 'M0 1L62 7.8' : 'M0 1L100 11'} vectorEffect="non-scaling-stroke" />
      </svg>
      <svg className={css.head} viewBox="-7 -7 14 14">
        <path d={isLost ? 'M-5 -5L5 5M-5 5L5 -5' : 'M-6 -5L5 0L-6 5Z'} />
      </svg>
    </span>
  );
}
