/** Reads the files of docs/incidents, and says what is wrong with them. */
import * as v from 'valibot';
import { HOSTS } from '../../machine/hosts';
import { QDISCS } from '../../machine/link';
import { readYaml, text, typed } from '../fields';
import type { FalseLead, Service } from './service';

const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/));

const numbersOf = <Known extends v.ObjectEntries>(known: Known) =>
  v.pipe(v.array(v.objectWithRest(known, v.number())), v.minLength(1));

const fault = v.strictObject({
  id,
  cause: text,
  resembles: id,
  numbers: v.optional(numbersOf({}), [{}]),
  setup: v.optional(v.string(), ''),
  chapter: text,
  proof: v.strictObject({ host: v.picklist(HOSTS), command: text, see: text }),
  remedy: v.pipe(typed, v.minLength(1)),
  explanation: text,
});

const isKnown = (faults: v.InferOutput<typeof fault>[]): boolean =>
  faults.every(({ resembles }) => faults.some(({ id }) => id === resembles));

const service = v.strictObject({
  complaint: text,
  numbers: numbersOf({ rate: v.number(), rtt: v.number(), limit: v.number() }),
  qdisc: v.picklist(QDISCS),
  setup: text,
  check: text,
  faults: v.pipe(
    v.array(fault),
    v.minLength(4, 'expected at least four faults'),
    v.check(isKnown, 'one resembles a fault that isn’t there'),
  ),
});

const falseLeads = v.pipe(v.array(v.strictObject({ setup: text, explanation: text })), v.minLength(2));

/** `file`: named in the error. */
export const parseService = (id: string, yaml: string, file: string): Service => ({
  id,
  ...readYaml(service, yaml, file),
});

export const parseFalseLeads = (yaml: string, file: string): FalseLead[] => readYaml(falseLeads, yaml, file);
