import type { ViewSpec } from '../model/contract';
import * as VIEWS from '.';
import type { Drawing, DrawInput, View } from './view';
import type { Translate, Words } from './words';

/** What a view draws, as an experiment describes it. */
export type StandingSpec = Parameters<(typeof VIEWS)[Kind]['draw']>[0]['spec'];

type Kind = keyof typeof VIEWS;

// What is drawn says which view draws it.
const viewOf = (kind: string): View<StandingSpec> => VIEWS[kind as Kind] as View<StandingSpec>;

export const isStanding = (spec: ViewSpec): spec is StandingSpec => spec.kind in VIEWS;

/** Can another run be laid beside the run? */
export const showsOthers = (kind: string): boolean => !viewOf(kind).alone;

/** Is there more of it than what a figure opens with? */
export const isFuller = (kind: string): boolean => viewOf(kind).fuller ?? false;

const known = new WeakMap<Translate, Partial<Record<Kind, Words>>>();

/** The same object each time, so that what has not changed is not drawn again. */
function wordsOf(kind: Kind, translate: Translate): Words {
  const all = known.get(translate) ?? {};
  known.set(translate, all);
  return (all[kind] ??= viewOf(kind).words(translate));
}

/** The picture of a run that a view gives. */
export const draw = ({
  translate,
  ...input
}: Omit<DrawInput<StandingSpec>, 'words'> & { translate: Translate }): Drawing =>
  viewOf(input.spec.kind).draw({ ...input, words: wordsOf(input.spec.kind, translate) });
