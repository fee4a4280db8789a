import type { RunEvent } from './contract';
import type { Column, Result } from './types';

/** What no experiment has run, as a view draws it: nothing but columns, and moments worth a word. */
export const ofColumns = (columns: Column[], events: RunEvent[] = []): Result => ({
  experiment: '',
  parameters: {},
  seed: 1,
  columns,
  events,
  summary: {},
  sentence: '',
  commands: [],
});
