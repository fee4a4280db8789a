import Translate, { translate } from '@docusaurus/Translate';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import { KEY_STRIDE } from '../../memory/bets/curve';
import type { Curve } from '../bets';
import { formatValue } from '../../views/format';
import { Row, Stack } from '../../ui/layout';
import css from './BetPicture.module.css';

const WIDTH = 640;
const HEIGHT = 260;
const TOP = 14;

/** What was drawn, and what it is, on the same axes. */
export function BetPicture({ curve: { given, truth, label, unit, x } }: { curve: Curve }): ReactNode {
  const high = Math.max(...given, ...truth.filter(Number.isFinite));
  const low = Math.min(0, ...given, ...truth.filter(Number.isFinite));
  const path = (heights: readonly number[]): string =>
    line<number>(
      (_, i) => (WIDTH * i) / (heights.length - 1),
      (height) => TOP + (HEIGHT - TOP) * (1 - (height - low) / (high - low || 1)),
    )
      .defined(Number.isFinite)
      .digits(1)(heights) ?? '';
  const says = (heights: readonly number[]): string =>
    heights
      .filter((_, place) => place % (KEY_STRIDE * 6) === 0)
      .map((height) => formatValue(height, unit))
      .join(', ');
  return (
    <Stack as="figure" gap={3} isFilled className={css.picture}>
      <small>
        {label} · {formatValue(high, unit)}
      </small>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={translate(
          {
            id: 'practice.bet.picture',
            message: 'From left to right: the model, {truth}; what you drew, {given}.',
          },
          { truth: says(truth), given: says(given) },
        )}
      >
        <path className={css.truth} d={path(truth)} />
        <path className={css.given} d={path(given)} />
      </svg>
      <Row as="figcaption" gap={6}>
        <small>
          <i className={css.truthKey} aria-hidden="true" /> <Translate id="practice.bet.truth">the model</Translate>
        </small>
        <small>
          <i className={css.givenKey} aria-hidden="true" /> <Translate id="practice.bet.given">what you drew</Translate>
        </small>
        <small className={css.x}>{x} →</small>
      </Row>
    </Stack>
  );
}
