import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Card } from '../../model/gallery';
import { unpack } from '../../model/stored';
import { isScene } from '../../model/views';
import { draw, isStanding } from '../../views/draw';
import { layoutScene } from '../../views/scene/layoutScene';
import { readScene } from '../../views/scene/readScene';
import { SceneStill } from '../../views/scene/SceneStill';
import { sceneWords } from '../../views/scene/sceneWords';

/** The picture of a figure's first preset, at rest. */
export function pictureOf({ view, run: stored, title }: Card, width: number): ReactNode {
  const run = unpack(stored);
  if (isScene(view)) {
    const data = readScene(view, run);
    const layout = layoutScene(view, width, data.spec);
    return <SceneStill t={data.rest} words={sceneWords(translate)} {...{ layout, data, title }} />;
  }
  if (!isStanding(view)) return null;
  const events = run.events.length > 0;
  return draw({ spec: view, run, overlays: [], growing: false, events, width, title, translate }).picture;
}
