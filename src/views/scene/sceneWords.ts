import { formatNumber, formatValue } from '../format';
import { commonWords, type Translate } from '../words';
import type { Cell, SceneLayout } from './layoutScene';
import type { Place, SceneData } from './readScene';

/** The words of a mechanism. */
export const sceneWords = (translate: Translate) => ({
  ...commonWords(translate),
  of: (level: string, limit: string) =>
    translate({ id: 'view.scene.of', message: '{level} of {limit}' }, { level, limit }),
  lost: (count: string) => translate({ id: 'view.scene.lost', message: '× {count}' }, { count }),
  under: (target: string) => translate({ id: 'view.scene.under', message: 'waited under {target}' }, { target }),
  over: translate({ id: 'view.scene.over', message: 'longer' }),
  seen: (store: string, level: string) =>
    translate({ id: 'view.scene.seen', message: '{store}: {level}' }, { store, level }),
  dropped: (count: string) => translate({ id: 'view.scene.dropped', message: '{count} dropped' }, { count }),
});

export type SceneWords = ReturnType<typeof sceneWords>;

/** How short words have to be: without units, and without what there is room for. */
export type Brevity = 'long' | 'short' | 'shortest' | 'none';

/** By the room that there is. */
export const brevity = ({ narrow, piles }: SceneLayout, { width, mute }: Cell): Brevity =>
  mute ? 'none' : !narrow ? 'long' : piles.length > 1 && width < 72 ? 'shortest' : 'short';

/** What stands beside a store: how much is in it, and of how much. */
export function sayLevel(
  { level, holds, limit }: Place,
  words: SceneWords,
  t: number,
  brief: Brevity = 'long',
): string {
  if (brief === 'none') return '';
  const short = brief !== 'long';
  const isWhole = level.unit === 'packets' || level.unit === 'requests' || level.unit === 'connections';
  const number = (value: number): string => formatNumber(Math.round(value));
  const say = (value: number): string =>
    isWhole && !short
      ? formatValue(Math.round(value), level.unit)
      : isWhole
        ? number(value)
        : formatValue(value, level.unit);
  const most = limit?.(t);
  if (brief === 'shortest' || most === undefined || !Number.isFinite(most)) return say(holds(t));
  return words.of(isWhole ? number(holds(t)) : say(holds(t)), say(most));
}

/** Beside it: how many it has refused so far; '' if none. */
export function sayLost({ lost }: Place, words: SceneWords, t: number): string {
  const count = lost?.(t) ?? 0;
  return count > 0 ? words.lost(formatNumber(count)) : '';
}

/** What is seen at a time, in a sentence of parts. */
export const saySeen = ({ piles }: SceneData, words: SceneWords, t: number): string =>
  piles
    .flat()
    .map((place) => {
      const lost = place.lost?.(t) ?? 0;
      const level = sayLevel(place, words, t);
      return words.seen(place.spec.title, lost > 0 ? `${level}, ${words.dropped(formatNumber(lost))}` : level);
    })
    .join('; ');
