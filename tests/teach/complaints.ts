import { execFileSync } from 'node:child_process';
import { SIMULATIONS } from '../command-line';

const PROGRAM = `
import json, sys
from inflight.classroom.assignment import parse
from inflight.classroom.form import AssignmentError

def said(text):
    try:
        parse(text)
    except AssignmentError as error:
        return str(error)

json.dump([said(text) for text in json.load(sys.stdin)], sys.stdout)
`;

/** What Python says to each of some texts of assignments; null: nothing. */
export function complaints(texts: readonly string[]): (string | null)[] {
  const out = execFileSync('python3', ['-c', PROGRAM], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: SIMULATIONS },
  });
  return JSON.parse(out) as (string | null)[];
}
