/** What is of one kind is made of the same parts: tests that take long look at the first of each, and at all in `test:full`. */
import type { Experiment } from '../../src/model/contract';
import { cpython } from '../command-line';
import { PAGES } from './pages';

export const { experiments: EXPERIMENTS } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };

const controls = ({ parameters }: Experiment): string[] => parameters.map(({ kind }) => kind);

/** Figures have views and controls. Chapters are alike; the pages of the guide, and others, are not. */
function kindsOfPage(path: string): string[] {
  const [top, second = '', third] = path.split('/');
  const figure = top === 'figures' && EXPERIMENTS.find(({ id }) => id === second);
  if (figure) return [...figure.views.map(({ kind }) => kind), ...controls(figure)];
  return [top === 'book' && second !== 'guide' && third ? 'chapter' : path];
}

function firstOfEach<T>(all: T[], kinds: (one: T) => string[]): Set<T> {
  const seen = new Set<string>();
  const isNew = (kind: string): boolean => !seen.has(kind) && Boolean(seen.add(kind));
  return new Set(all.filter((one) => kinds(one).filter(isNew).length > 0));
}

const FIRST: Set<string> = new Set([
  ...firstOfEach(PAGES, kindsOfPage),
  ...[...firstOfEach(EXPERIMENTS, controls)].map(({ id }) => `embed/${id}/`),
]);

/** The tag of a test that is done for each page. */
export const tagOf = (path: string): string[] => (FIRST.has(path) ? [] : ['@full']);
