import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssignmentFiles, Assignments, ReadyMade } from '../../model/assignments';
import type { AssignmentHead, Families } from '../../model/contract';
import { listFiles } from './files';
import type { Ask } from './runs/jobs';
import { messageOf } from '../../runtime/errors';

/** Where the teachers' files are, a JSON for each, relative to the site. */
export const FOLDER = 'docs/assignments';

/** As far as it is read here; Python has checked the rest. */
interface File {
  questions: { figure?: { id: string } }[];
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

/**
 * The assignments that come with the book, checked by the Python that marks them. `parts`: of the experiments.
 *
 * @throws if one is none, or is not called as its id says.
 */
export async function readAssignments(
  site: string,
  ask: Ask,
  parts: ReadonlyMap<string, string>,
): Promise<{ assignments: Assignments; assignmentFiles: AssignmentFiles }> {
  const folder = join(site, FOLDER);
  const names = existsSync(folder) ? listFiles(folder).filter((name) => name.endsWith('.json')) : [];
  const files: AssignmentFiles = {};
  const assignments = await Promise.all(
    names.map(async (name): Promise<ReadyMade> => {
      const text = readFileSync(join(folder, name), 'utf8');
      const file = JSON.parse(text) as File;
      const figures = file.questions.flatMap(({ figure }) => figure?.id ?? []);
      const head = await headOf(ask, text, figures, `${FOLDER}/${name}`);
      if (`${head.id}.json` !== name) throw new Error(`${FOLDER}/${name}: its id is ${head.id}`);
      if (!head.secret) throw new Error(`${FOLDER}/${name}: it has no secret; a teacher’s file has one`);
      files[head.id] = file;
      const { id, title, minutes, goals, points, questions } = head;
      const count = questions.filter(({ kind }) => kind !== 'note').length;
      return { id, title, part: partOf(figures, parts), minutes, goals, points, questions: count };
    }),
  );
  const { families } = (await ask({ do: 'ask', question: 'families', args: {}, experiments: [] })) as Families;
  return { assignments: { assignments, families }, assignmentFiles: files };
}

async function headOf(ask: Ask, text: string, experiments: string[], name: string): Promise<AssignmentHead> {
  try {
    return (await ask({
      do: 'ask',
      question: 'assignment',
      args: { assignment: text },
      experiments,
    })) as AssignmentHead;
  } catch (error) {
    throw new Error(`${name}: ${messageOf(error)}`, { cause: error });
  }
}
