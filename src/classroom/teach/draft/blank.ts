import type { Json } from './path';
import { freshId, freshKey } from './fresh';
import { type Draft, type Question, SCHEMA } from './types';

/** An assignment with nothing in it but its keys. */
export const blankDraft = (): Draft => ({
  schema: SCHEMA,
  id: 'my-assignment',
  title: '',
  intro: '',
  goals: [],
  minutes: 45,
  key: freshKey(),
  secret: freshKey(),
  feedback: 'after',
  questions: [],
});

/** The same assignment for another class: what is drawn, and what stays hidden, is drawn anew. */
export const withFreshKeys = (draft: Draft): Draft => ({ ...draft, key: freshKey(), secret: freshKey() });

const OWN: Record<string, () => Record<string, Json>> = {
  note: () => ({ points: 0 }),
  choice: () => ({
    choices: [
      { text: '', right: true },
      { text: '', right: false },
    ],
  }),
  numeric: () => ({ ask: { summary: '' }, tolerance: { percent: 5 } }),
  order: () => ({ items: ['', '', ''] }),
  curve: () => ({ column: '' }),
  setting: () => ({ free: [], goals: [{ summary: '' }] }),
  algorithm: () => ({
    path: { rate: { of: [5, 10, 20] }, rtt: { from: 20, to: 100, step: 20 }, buffer: 60, loss: 0, duration: 10 },
    shown: 1,
    hidden: 2,
    goals: [{ measure: 'utilisation', at_least: 80 }],
    code: '',
  }),
  incident: () => ({ family: '', level: 1 }),
  capture: () => ({
    limits: ['send-buffer', 'receive-window', 'path', 'after-a-loss', 'slow-start'],
    ask: 'rtt',
    at: 'sender',
    number_points: 1,
    tolerance: { percent: 5 },
  }),
  lab: () => ({ lab: 'fill-the-pipe' }),
  text: () => ({ most: 2000 }),
};

/** A question of a kind, with an id that no other one has. */
export const blankQuestion = (kind: string, taken: readonly string[]): Question => ({
  id: freshId(kind, taken),
  kind,
  text: '',
  points: 2,
  ...OWN[kind]?.(),
});
