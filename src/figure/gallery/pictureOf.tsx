import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Card } from '../../model/gallery';
import { unpack } from '../../model/stored';
import { isRace, isScene } from '../../model/views';
import { draw, isStanding } from '../../views/draw';
import { layoutRace } from '../../views/race/layoutRace';
import { RaceStill } from '../../views/race/RaceStill';
import { raceWords } from '../../views/race/raceWords';
import { readRace } from '../../views/race/readRace';
import { layoutScene } from '../../views/scene/layoutScene';
import { readScene } from '../../views/scene/readScene';
import { SceneStill } from '../../views/scene/SceneStill';
import { sceneWords } from '../../views/scene/sceneWords';

/** The picture of a figure's first preset, at rest. */
export function pictureOf({ view, run: stored, title }: Card, width: number): ReactNode {
  const run = unpack(stored);
  if (isScene(view)) {
    const data = readScene(view, run);
    const layout = layoutScene(view, width);
    return <SceneStill spec={view} t={data.rest} words={sceneWords(translate)} {...{ layout, data, title }} />;
  }
  if (isRace(view)) {
    const data = readRace(view, run, run);
    const layout = layoutRace(view.racers.length, width);
    return <RaceStill words={raceWords(translate)} t={data.end} {...{ layout, data, title }} />;
  }
  if (!isStanding(view)) return null;
  const events = run.events.length > 0;
  return draw({ spec: view, run, overlays: [], growing: false, events, width, title, translate }).picture;
}
