/**
 * The question bank for tests of what readers take along: each question as Python poses it. Answers that the model
 * would have to run for are made up, as they are carried like any other and tests/plugin/questions.test.ts asks for
 * them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import matter from '@11ty/gray-matter';
import type { Posed } from '../../src/model/contract';
import { type Bank, BOOK_SEED, type Card } from '../../src/model/questions';
import { listFiles } from '../../src/plugins/inflight/files';
import { bankOf } from '../../src/plugins/inflight/questions/bank';
import { cardOf, questionFor } from '../../src/plugins/inflight/questions/cards';
import { parseQuestions } from '../../src/plugins/inflight/questions/parse';
import { questionFiles, readConcepts, SUFFIX } from '../../src/plugins/inflight/questions/read';
import { SIMULATIONS } from '../command-line';

const DOCS = join(__dirname, '../../docs');

/** What `desk.card` gives, without a run. */
const POSE = `
import json, sys
from inflight.classroom import cards, paper

def card(question, seed):
    posed = cards.pose(question, seed)
    asked = posed.question
    free = {name: posed.values[name] for name in getattr(asked, "free", ())}
    answer = asked.right() if hasattr(asked, "right") else None
    if answer is None:
        answer = {"choice": [0], "numeric": 42.0, "setting": free}[asked.kind]
    return {
        "question": paper.question(posed),
        "answer": answer,
        "said": asked.say(posed, answer),
        "solution": posed.text(asked.solution),
        "accept": None,
    }

print(json.dumps([card(*asked) for asked in json.load(sys.stdin)]))
`;

function posed(asked: readonly (readonly [string, string])[]): Posed[] {
  const text = execFileSync('python3', ['-c', POSE], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' },
  });
  return JSON.parse(text) as Posed[];
}

function cards(): Card[] {
  const entries = questionFiles(DOCS).flatMap((file) => {
    const chapter = file.slice(0, -SUFFIX.length);
    const all = parseQuestions(readFileSync(join(DOCS, file), 'utf8'), file).entries;
    return all.map((entry) => ({ entry, chapter, question: questionFor(entry) }));
  });
  const questions = entries.flatMap(({ question }) => question ?? []);
  const answers = posed(questions.map((question) => [question, BOOK_SEED]));
  const answer = new Map(questions.map((question, i) => [question, answers[i]]));
  return entries.map(({ entry, chapter, question }) => cardOf(entry, chapter, answer.get(question ?? '')));
}

/** Of a site below `root`. */
export function readBank(root: string): Bank {
  const docs = listFiles(DOCS)
    .filter((name) => name.endsWith('.mdx'))
    .sort()
    .map((name) => {
      const { data } = matter(readFileSync(join(DOCS, name), 'utf8'));
      const id = name.slice(0, -'.mdx'.length);
      return { id, title: String(data.title), permalink: `${root}book/${id}`, source: `@site/docs/${name}` };
    });
  const read = (source: string): string => readFileSync(source.replace('@site/docs', DOCS), 'utf8');
  return bankOf(cards(), readConcepts(DOCS), { docs, read, titles: new Map([['windows', 'Windows & buffers']]) });
}
