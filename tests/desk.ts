/** The classroom's desk (`desk.py`), in the machine's own Python: the functions that a page asks by name. */
import { execFileSync } from 'node:child_process';
import { SIMULATIONS } from './command-line';

const PYTHON = `
import json, sys
from inflight.classroom import desk

def finish(slices):
    while True:
        try:
            next(slices)
        except StopIteration as done:
            return done.value

def answer(function, args):
    try:
        return {"value": finish(getattr(desk, function)(**args))}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}

print(json.dumps([answer(*asked) for asked in json.load(sys.stdin)]))
`;

/** Answers to many questions, by one start of Python: for each what it came to, or why it came to nothing. */
export function askDesk<T>(asked: [name: string, args: object][]): (T | Error)[] {
  const text = execFileSync('python3', ['-c', PYTHON], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' },
  });
  return (JSON.parse(text) as ({ value: T } | { error: string })[]).map((each) =>
    'error' in each ? new Error(each.error) : each.value,
  );
}
