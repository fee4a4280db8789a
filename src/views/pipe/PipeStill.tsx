import type { ReactNode } from 'react';
import { drawMoment } from './drawing';
import { labelsOf } from './labels';
import type { PipeLayout } from './layoutPipe';
import type { Moment } from './moment';
import { Scene } from './Scene';
import { svgPen } from '../svgPen';
import type { PipeWords } from './pipeWords';

/** The pipe at one moment, without a canvas: while the book is built, in print, with scripts off. */
export function PipeStill({
  layout,
  moment,
  words,
}: {
  layout: PipeLayout;
  moment: Moment;
  words: PipeWords;
}): ReactNode {
  const pen = svgPen();
  const queued = drawMoment(pen, layout, moment);
  return <Scene layout={layout} words={words} labels={labelsOf(words, queued, layout, moment)} marks={pen.drawn} />;
}
