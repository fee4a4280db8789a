/** Reads a file of docs/labs, and says what is wrong with it. */
import * as v from 'valibot';
import { QDISCS } from '../machine/link';
import { readYaml, text, typed } from './fields';
import { HINT_COSTS, type Lab, type Typed } from './lab';

const script = v.optional(v.string(), '');
const number = v.pipe(v.number(), v.minValue(0));

const form = v.strictObject({
  title: text,
  chapter: text,
  task: text,
  path: v.strictObject({
    rate: number,
    rtt: number,
    loss: v.optional(number, 0),
    qdisc: v.picklist(QDISCS),
    limit: number,
  }),
  setup: script,
  keeps: script,
  check: text,
  hints: v.pipe(v.array(text), v.length(HINT_COSTS.length, `expected ${HINT_COSTS.length} hints`)),
  explanation: text,
  solution: v.pipe(typed, v.minLength(1)),
  also: v.optional(v.array(v.strictObject({ name: text, types: typed })), []),
  wrong: v.pipe(
    v.array(v.strictObject({ name: text, types: typed, says: text })),
    v.minLength(2, 'expected at least two ways that don’t solve it'),
  ),
});

/** A lab, and what its tests type. */
export interface LabSource extends Lab {
  /** The page of the book that it belongs to. */
  chapter: string;
  solution: Typed;
  /** Other ways that solve it. */
  also: readonly { name: string; types: Typed }[];
  /** Ways that don’t, and what the check says then. */
  wrong: readonly { name: string; types: Typed; says: string }[];
}

/** `file`: named in the error. */
export const parseLab = (id: string, yaml: string, file = `docs/labs/${id}.yaml`): LabSource => ({
  id,
  ...readYaml(form, yaml, file),
});
