/** Fields that the files of labs and incidents share, and how such a file is read. */
import { JSON_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import { HOSTS } from '../machine/hosts';

export const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('it is empty'),
  v.check((value) => value.split('`').length % 2 === 1, 'backticks come in pairs'),
);

export const typed = v.array(v.tuple([v.picklist(HOSTS), text]));

/** `file`: named in the error. */
export function readYaml<Form extends v.GenericSchema>(form: Form, yaml: string, file: string): v.InferOutput<Form> {
  const read = v.safeParse(form, load(yaml, { schema: JSON_SCHEMA }));
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Error(`${file}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}
