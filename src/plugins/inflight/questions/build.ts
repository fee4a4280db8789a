import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card, Posed } from '../../../model/questions';
import { Bridge } from '../bridge';
import type { Built } from '../build';
import { hashAll } from '../files';
import { startPython } from '../node-python';
import { questionFiles, readCards } from './read';

/** Files and folders, relative to the site, that the cards depend on, besides the files of questions. */
const INPUTS = [
  'simulations/inflight',
  'docs/facts.json',
  'docs/concepts.yaml',
  'src/plugins/inflight/questions',
  'src/model/questions.ts',
];

/**
 * The cards of the question bank, with an example of each from the Python that is shipped; or those of the last build,
 * if nothing that counts has changed since. Figures take minutes and cards seconds, so each has a cache of its own.
 */
export async function buildCards(site: string, { files, shipped, experiments }: Built): Promise<Card[]> {
  const questions = questionFiles(join(site, 'docs')).map((name) => join(site, 'docs', name));
  const key = hashAll(...INPUTS.map((path) => join(site, path)), ...questions);
  const cache = join(site, 'node_modules/.cache/inflight-cards');
  const stored = join(cache, `${key}.json`);
  if (!existsSync(stored)) {
    const python = await startPython(readFileSync(join(files, shipped.sims)), join(files, shipped.stdlib));
    const bridge = new Bridge(python);
    const pose = (question: string, seed: string): Posed => bridge.ask('card', { question, seed }) as Posed;
    const cards = readCards(
      site,
      experiments.map(({ first }) => first.experiment),
      pose,
    );
    mkdirSync(cache, { recursive: true });
    // Another process may read it meanwhile.
    writeFileSync(`${stored}.${process.pid}`, JSON.stringify(cards));
    renameSync(`${stored}.${process.pid}`, stored);
  }
  return JSON.parse(readFileSync(stored, 'utf8')) as Card[];
}
