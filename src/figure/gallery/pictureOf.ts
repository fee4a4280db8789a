import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Card } from '../../model/gallery';
import { unpack } from '../../model/stored';
import { draw, isStanding } from '../../views/draw';

/** The picture of a figure's first preset, at rest. */
export const pictureOf = ({ view, run, title }: Card, width: number): ReactNode =>
  isStanding(view) &&
  draw({
    spec: view,
    run: unpack(run),
    overlays: [],
    growing: false,
    events: run.events.length > 0,
    width,
    title,
    translate,
  }).picture;
