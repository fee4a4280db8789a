import type { SceneSpec } from '../../model/contract';
import type { Moving } from '../moving';
import { drawScene } from './drawScene';
import { layoutScene, type SceneLayout } from './layoutScene';
import { readScene, type SceneData } from './readScene';
import { ScenePlaces } from './ScenePlaces';
import { sayLevel, sayLost, sceneWords, type SceneWords } from './sceneWords';

/** Where packets come from, where they wait, and where they go. */
export const scene: Moving<SceneSpec, SceneLayout, SceneData, SceneWords> = {
  read: readScene,
  layout: layoutScene,
  words: sceneWords,
  Places: ScenePlaces,
  draw: drawScene,
  say: (data, words, t) =>
    Object.fromEntries(
      data.piles.flatMap((pile, column) =>
        pile.flatMap((place, row) => [
          [`level ${column} ${row}`, sayLevel(place, words, t)],
          [`lost ${column} ${row}`, sayLost(place, data, words, t)],
        ]),
      ),
    ),
  tell: ({ piles }, words, t) =>
    piles
      .flat()
      .map((place) => `${place.spec.title}: ${sayLevel(place, words, t)}`)
      .join(', '),
};
