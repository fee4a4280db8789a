import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Card } from '../../model/gallery';
import { unpack } from '../../model/stored';
import { isMoving, isRace } from '../../model/views';
import { draw, isStanding } from '../../views/draw';
import { movingOf } from '../../views/drawings';
import { Still } from '../../views/moving';
import { layoutRace } from '../../views/race/layoutRace';
import { RaceStill } from '../../views/race/RaceStill';
import { raceWords } from '../../views/race/raceWords';
import { readRace } from '../../views/race/readRace';

/** The picture of a figure's first preset, at rest. */
export function pictureOf({ view, run: stored, title }: Card, width: number): ReactNode {
  const run = unpack(stored);
  if (isMoving(view)) {
    const moving = movingOf(view);
    const data = moving.read(view, run);
    const words = moving.words(translate);
    return (
      <Still spec={view} t={data.rest} layout={moving.layout(view, width, data)} {...{ moving, words, data, title }} />
    );
  }
  if (isRace(view)) {
    const data = readRace(view, run, run);
    const layout = layoutRace(view.racers.length, width);
    return <RaceStill words={raceWords(translate)} t={data.end} {...{ layout, data, title }} />;
  }
  if (!isStanding(view)) return null;
  const events = run.events.length > 0;
  return draw({ spec: view, run, overlays: [], growing: false, events, width, flat: true, title, translate }).picture;
}
