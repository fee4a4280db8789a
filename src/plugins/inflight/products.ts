/** What pages import as `@inflight/<name>.json`: how each is made, and what it is made of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Experiment, Posed } from '../../model/contract';
import { USUAL } from '../../model/kernels';
import { BOOK_SEED, type Card } from '../../model/questions';
import type { More, Prerendered } from '../../model/types';
import { readAssignments } from './assignments';
import { sampleIncident } from './incidents';
import { type ChapterQuestions, makeCards, type Pose } from './questions/read';
import type { Ask } from './runs/jobs';

/** Each is made once, when it is first asked for. */
export interface Products {
  /** What the first picture of a figure needs. */
  first: (experiment: string) => Promise<Prerendered>;
  /** What stands behind its tabs; a page fetches it from `addressOfMore`. */
  more: (experiment: string) => Promise<More>;
  /** Of a chapter, as in `windows/why-slow`. */
  cards: (chapter: string) => Promise<Card[]>;
  incidents: () => ReturnType<typeof sampleIncident>;
  assignments: () => ReturnType<typeof readAssignments>;
}

function once<Args extends unknown[], T>(make: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (...args) => {
    const key = args.join();
    if (!made.has(key)) made.set(key, make(...args));
    return made.get(key)!;
  };
}

interface Sources {
  site: string;
  ask: Ask;
  /** In the language of the site. */
  experiments: readonly Experiment[];
  questions: readonly ChapterQuestions[];
  addressOfMore: (experiment: string) => string;
}

export function productsOf({ site, ask, experiments, questions, addressOfMore }: Sources): Products {
  const known = new Map(experiments.map((each) => [each.id, each]));
  const recording = (name: string): string =>
    readFileSync(join(site, 'tests/kernel/recordings', USUAL, `${name}.json`), 'utf8');

  const first = async (id: string): Promise<Prerendered> => {
    const experiment = known.get(id)!;
    const runs = experiment.presets.map(
      async (preset) => [preset.id, await ask({ do: 'preset', experiment: id, preset: preset.id })] as const,
    );
    const found = Object.fromEntries(await Promise.all(runs)) as Prerendered['runs'];
    return { experiment, runs: found, more: addressOfMore(id) };
  };
  const more = async (id: string): Promise<More> => {
    const { file, kernel } = known.get(id)!;
    const compared = kernel.map((name) => ask({ do: 'compare', recording: recording(name) }));
    return {
      source: readFileSync(join(site, 'simulations', file), 'utf8'),
      kernel: (await Promise.all(compared)) as More['kernel'],
    };
  };
  const pose: Pose = async (question, experiment) => {
    const args = { question, seed: BOOK_SEED };
    return (await ask({
      do: 'ask',
      question: 'card',
      args,
      experiments: experiment === undefined ? [] : [experiment],
    })) as Posed;
  };
  const parts = new Map(experiments.map(({ id, part }) => [id, part]));
  return {
    first: once(first),
    more: once(more),
    cards: once((chapter) =>
      makeCards(
        questions.find((each) => each.chapter === chapter)!,
        pose,
      ),
    ),
    incidents: once(() => sampleIncident(ask)),
    assignments: once(() => readAssignments(site, ask, parts)),
  };
}
