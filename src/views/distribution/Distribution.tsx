import type { ReactNode } from 'react';
import type { DistributionSpec } from '../../model/contract';
import { XAxis, YAxis } from '../axis';
import { drawNothing, Heading, Sheet } from '../sheet';
import { inkOf } from '../styles';
import { cut, textWidth } from '../text';
import type { Draw, View } from '../view';
import { boxOf, type Layout, layoutDistribution } from './layoutDistribution';
import { Percentiles } from './percentiles';
import { ShapeOf } from './shapes';
import css from '../views.module.css';
import { distributionWords, type DistributionWords } from './distributionWords';

/** The shapes, cut off at the plot: an earlier run may reach further. */
function Shapes({ layout }: { layout: Layout }): ReactNode {
  const { left, right, top, bottom } = layout;
  const box = { x: left - 2, y: top - 2, width: right - left + 4, height: bottom - top + 4 };
  return (
    <svg {...box} viewBox={Object.values(box).join(' ')}>
      {layout.shapes.map(
        (shape) => shape.role !== 'unseen' && <ShapeOf key={shape.role} layout={layout} shape={shape} />,
      )}
    </svg>
  );
}

/** Left of it, the page may say what the pale lines are. */
const REMARK = 150;

/** The axis is titled with what its values are, or where that is too long, with the word at their curve. */
function titleOf({ x, right, shapes }: Layout, words: DistributionWords): string {
  const { name, meaning } = shapes[0]!.sample.column;
  const long = x.title(meaning);
  const room = right - REMARK;
  return textWidth(long, 11.5) <= room ? long : cut(x.title(words.column(name)), room, 11.5);
}

/** How often which value: the share that lies below it, or a histogram, with the percentiles that people ask for. */
const draw: Draw<DistributionSpec, DistributionWords> = (input) => {
  const { spec, title, width, words } = input;
  const layout = layoutDistribution(input);
  const { height } = boxOf(width);
  if (!layout) return drawNothing(width, height, title, words.nothing);
  const { left, right, bottom, x, y, yTicks, percentiles, shapes } = layout;
  const cumulative = spec.shape === 'cdf';
  const run = shapes.find(({ role }) => role === 'run')!;
  const said = percentiles.map(({ name, text }) => `${name} ${text}`).join(', ');
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${words.column(spec.column)}: ${said}`}>
      <Heading x={left} title={spec.title} unit={cumulative ? `${words.shareBelow}, %` : words.howMany} />
      <YAxis y={y} ticks={yTicks} factor={cumulative ? 100 : 1} left={left} right={right} />
      <Shapes layout={layout} />
      <g style={inkOf(run.sample.column.quantity)}>
        <Percentiles layout={layout} dots={cumulative} />
      </g>
      <XAxis x={x.scale} ticks={x.ticks} label={x.label} title={titleOf(layout, words)} axisY={bottom} right={right} />
      <line className={css.base} x1={left} x2={right} y1={bottom + 0.5} y2={bottom + 0.5} />
    </Sheet>
  );
  return { width, height, picture };
};

export const distribution: View<DistributionSpec, DistributionWords> = { draw, words: distributionWords };
