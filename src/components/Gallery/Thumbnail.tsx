import { type ReactNode, useMemo } from 'react';
import type { Card } from '../../model/gallery';
import { unpack } from '../../model/stored';
import { draw } from '../../views';
import { words } from '../Experiment/messages';

/** Narrow, so that its words stand above the curves and can still be read when it is drawn smaller. */
const WIDTH = 400;

/** The picture of a figure's first preset, at rest. */
export function Thumbnail({ card: { view, run, title } }: { card: Card }): ReactNode {
  return useMemo(
    () =>
      draw({
        spec: view,
        run: unpack(run),
        overlays: [],
        growing: false,
        events: run.events.length > 0,
        width: WIDTH,
        title,
        words: words(),
      }).picture,
    [view, run, title],
  );
}
