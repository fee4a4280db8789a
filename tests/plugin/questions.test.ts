/** The question bank: its files, and that the book's own Python answers each question as it should. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Posed } from '../../src/model/questions';
import type { Experiment } from '../../src/model/types';
import type { Facts } from '../../src/plugins/inflight/facts';
import { cardOf } from '../../src/plugins/inflight/questions/cards';
import {
  questionFiles,
  readChapterQuestions,
  readConcepts,
  wrongTogether,
} from '../../src/plugins/inflight/questions/read';
import { cpython, SIMULATIONS } from '../command-line';

const DOCS = join(__dirname, '../../docs');

const facts = JSON.parse(readFileSync(join(DOCS, 'facts.json'), 'utf8')) as Facts;
const concepts = new Set(readConcepts(DOCS).map(({ id }) => id));
const { experiments: listed } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
const known = { concepts, facts, experiments: new Map(listed.map((each) => [each.id, each])) };
const files = questionFiles(DOCS);
const chapters = files.map((file) => readChapterQuestions(DOCS, file, known));

/** The desk's functions for cards, for many questions at once: a result or the message of an error for each. */
const DESK = `
import json, sys
from inflight.classroom import desk

def finish(slices):
    while True:
        try:
            next(slices)
        except StopIteration as done:
            return done.value

def answer(function, *args):
    try:
        return {"value": finish(getattr(desk, function)(*args))}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}

print(json.dumps([answer(*asked) for asked in json.load(sys.stdin)]))
`;

function ask<T>(asked: [string, ...unknown[]][]): (T | Error)[] {
  const text = execFileSync('python3', ['-c', DESK], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' },
  });
  return (JSON.parse(text) as ({ value: T } | { error: string })[]).map((each) =>
    'error' in each ? new Error(each.error) : each.value,
  );
}

describe.each(chapters)('$chapter', ({ chapter, entries, mistakes }) => {
  test('says what it should', () => {
    expect(mistakes).toEqual([]);
  });

  test('the model answers, also with other values', { timeout: 300_000 }, () => {
    const questions: string[] = [];
    // Collects the questions; the example is not looked at.
    const collect = (question: string): Posed => {
      questions.push(question);
      throw new Error('collected');
    };
    for (const entry of entries) {
      try {
        cardOf(entry, chapter, collect);
      } catch (error) {
        expect((error as Error).message).toBe('collected');
      }
    }
    const seeds = ['book', 'one', 'two'];
    const asked = questions.flatMap((question) =>
      seeds.map((seed): [string, ...unknown[]] => ['card', question, seed]),
    );
    const posed = ask<Posed>(asked);
    const failed = posed.flatMap((each, i) =>
      each instanceof Error ? [`${String(asked[i]![1])}: ${each.message}`] : [],
    );
    expect(failed).toEqual([]);
  });
});

test('no id and no question is there twice', () => {
  expect(wrongTogether(chapters)).toEqual([]);
});
