import type { SceneSpec } from '../../model/contract';
import { formatValue } from '../format';
import type { Moving } from '../moving';
import { drawScene } from './drawScene';
import { layoutScene, type SceneLayout } from './layoutScene';
import { readScene, type SceneData } from './readScene';
import { ScenePlaces } from './SceneStill';
import { brevity, sayLevel, sayLost, saySeen, sceneWords, type SceneWords } from './sceneWords';

/** Where packets come from, where they wait, and where they go. */
export const scene: Moving<SceneSpec, SceneLayout, SceneData, SceneWords> = {
  read: readScene,
  layout: (spec, width, data) => layoutScene(spec, width, data.spec),
  words: sceneWords,
  Places: ScenePlaces,
  draw: (pen, layout, data, t) => drawScene(pen, layout, data, t, (ms) => formatValue(ms, 'ms')),
  say: (data, words, t, layout) =>
    Object.fromEntries(
      data.piles.flatMap((pile, column) =>
        pile.flatMap((place, row) => [
          [`level ${column} ${row}`, sayLevel(place, words, t, brevity(layout, layout.piles[column]![row]!))],
          [`lost ${column} ${row}`, sayLost(place, words, t)],
        ]),
      ),
    ),
  tell: saySeen,
};
