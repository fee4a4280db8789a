import type { ReactNode } from 'react';
import type { Card } from '../../model/gallery';
import { unpack } from '../../model/stored';
import { draw } from '../../views';
import { words } from '../Experiment/messages';

/** The picture of a figure's first preset, at rest. */
export const pictureOf = ({ view, run, title }: Card, width: number): ReactNode =>
  draw({
    spec: view,
    run: unpack(run),
    overlays: [],
    growing: false,
    events: run.events.length > 0,
    width,
    title,
    words: words(),
  }).picture;
