/** The assignments that come with the book, as the build lists and checks them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FOLDER, partOf, readAssignments } from '../../src/plugins/inflight/assignments';
import type { Ask } from '../../src/plugins/inflight/runs/jobs';

const PARTS = new Map([
  ['send-buffer', 'windows'],
  ['three-windows', 'windows'],
  ['codel', 'disciplines'],
]);

test.each([
  [['send-buffer', 'three-windows', 'codel'], 'windows'],
  [['send-buffer', 'codel'], ''],
  [['codel'], 'disciplines'],
  [[], ''],
] as const)('the part of %j is %j', (figures, part) => {
  expect(partOf(figures, PARTS)).toBe(part);
});

const HEAD = {
  title: 'A',
  minutes: 45,
  goals: ['g'],
  points: 2,
  secret: true,
  questions: [{ kind: 'note' }, { kind: 'text' }],
};

/** As much of Python as is asked: it says what it finds in the file, or refuses it. */
const ask: Ask = (job) => {
  if (job.do !== 'ask' || job.question !== 'assignment') return Promise.resolve({ families: [] });
  const file = JSON.parse((job.args as { assignment: string }).assignment) as { id: string; secret?: string };
  if (!file.id) return Promise.reject(new Error('AssignmentError: assignment.id = None: must be a text'));
  return Promise.resolve({ ...HEAD, id: file.id, secret: Boolean(file.secret) });
};

let site: string;
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'inflight-'));
});
afterEach(() => rmSync(site, { recursive: true }));

function write(name: string, file: object): void {
  const path = join(site, FOLDER, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(file));
}
const read = () => readAssignments(site, ask, PARTS);

test('each is listed with its part, and its file kept apart', async () => {
  const file = { id: 'a', secret: 's', questions: [{ figure: { id: 'codel' } }, {}] };
  write('a.json', file);
  const { assignments, assignmentFiles } = await read();
  expect(assignments.assignments).toEqual([
    { id: 'a', title: 'A', part: 'disciplines', minutes: 45, goals: ['g'], points: 2, questions: 1 },
  ]);
  expect(assignmentFiles).toEqual({ a: file });
});

test.each([
  ['a.json', { questions: [] }, /a\.json: AssignmentError: assignment\.id = None/],
  ['a.json', { id: 'b', secret: 's', questions: [] }, /a\.json: its id is b/],
  ['a.json', { id: 'a', questions: [] }, /a\.json: it has no secret/],
])('%s with %j stops the build', async (name, file, said) => {
  write(name, file);
  await expect(read()).rejects.toThrow(said);
});

test('there may be none', async () => {
  expect((await read()).assignments.assignments).toEqual([]);
});
