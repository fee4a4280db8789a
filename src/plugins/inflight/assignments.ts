import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PyodideAPI } from 'pyodide';
import type { AssignmentFiles, Assignments, ReadyMade } from '../../model/assignments';
import type { Experiment } from '../../model/types';
import type { Bridge } from './bridge';
import { listFiles } from './files';

/** Where the teachers' files are, a JSON for each, relative to the site. */
export const FOLDER = 'docs/assignments';

/** As far as it is read here; Python has checked the rest. */
interface File {
  questions: { figure?: { id: string } }[];
}

interface Head extends Omit<ReadyMade, 'part' | 'questions'> {
  questions: { kind: string }[];
  secret: boolean;
}

/** The part of which more than half of the figures are, or ''. */
export function partOf(figures: readonly string[], parts: ReadonlyMap<string, string>): string {
  const count = new Map<string, number>();
  for (const figure of figures) {
    const part = parts.get(figure) ?? '';
    count.set(part, (count.get(part) ?? 0) + 1);
  }
  return [...count].find(([, many]) => many > figures.length / 2)?.[0] ?? '';
}

const FAMILIES = `
import json
from inflight.incidents.families import families
json.dumps([{"id": each.id, "title": each.title} for each in families().values()])
`;

/** The kinds of incidents, as Python has them. */
const familiesOf = (python: PyodideAPI): Assignments['families'] =>
  JSON.parse(python.runPython(FAMILIES) as string) as Assignments['families'];

/**
 * The assignments that come with the book, checked by the Python that marks them.
 *
 * @throws if one is none, or is not called as its id says.
 */
export function readAssignments(
  site: string,
  bridge: Bridge,
  python: PyodideAPI,
): { assignments: Assignments; assignmentFiles: AssignmentFiles } {
  const folder = join(site, FOLDER);
  const names = existsSync(folder) ? listFiles(folder).filter((name) => name.endsWith('.json')) : [];
  const parts = new Map(bridge.catalogue().map(({ id, part }: Experiment) => [id, part]));
  const files: AssignmentFiles = {};
  const assignments = names.map((name): ReadyMade => {
    const text = readFileSync(join(folder, name), 'utf8');
    const head = asked(bridge, text, `${FOLDER}/${name}`);
    if (`${head.id}.json` !== name) throw new Error(`${FOLDER}/${name}: its id is ${head.id}`);
    if (!head.secret) throw new Error(`${FOLDER}/${name}: it has no secret; a teacher’s file has one`);
    const file = JSON.parse(text) as File;
    files[head.id] = file;
    const figures = file.questions.flatMap(({ figure }) => figure?.id ?? []);
    const { id, title, minutes, goals, points, questions } = head;
    const count = questions.filter(({ kind }) => kind !== 'note').length;
    return { id, title, part: partOf(figures, parts), minutes, goals, points, questions: count };
  });
  return { assignments: { assignments, families: familiesOf(python) }, assignmentFiles: files };
}

function asked(bridge: Bridge, text: string, name: string): Head {
  try {
    return bridge.ask('assignment', { assignment: text }) as Head;
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n');
    throw new Error(`${name}: ${lines.at(-1)}`, { cause: error });
  }
}
