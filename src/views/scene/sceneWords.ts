import { formatValue } from '../format';
import { commonWords, type Translate } from '../words';
import { lostAt } from './drawScene';
import type { Place, SceneData } from './readScene';

/** The words of a mechanism. */
export const sceneWords = (translate: Translate) => ({
  ...commonWords(translate),
  of: (level: string, limit: string) =>
    translate({ id: 'view.scene.of', message: '{level} of {limit}' }, { level, limit }),
  lost: (count: string) => translate({ id: 'view.scene.lost', message: '× {count}' }, { count }),
});

export type SceneWords = ReturnType<typeof sceneWords>;

/** What stands above a store: how much is in it, and of how much. */
export function sayLevel({ level, limit }: Place, words: SceneWords, t: number): string {
  const round = (value: number): number => (level.unit === 'packets' ? Math.round(value) : value);
  const now = formatValue(round(level.at(t)), level.unit);
  const holds = limit?.(t);
  return holds === undefined || !Number.isFinite(holds) ? now : words.of(now, formatValue(round(holds), level.unit));
}

/** Below it: how many it is refusing now; '' if none. */
export function sayLost(place: Place, data: SceneData, words: SceneWords, t: number): string {
  const count = lostAt(place, data, t);
  return count > 0 ? words.lost(String(count)) : '';
}
