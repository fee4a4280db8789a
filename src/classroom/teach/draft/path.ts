/** Values of JSON, and places in them. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** `['questions', 2, 'figure', 'at', 'rtt']` */
export type Path = readonly (string | number)[];

export const isObject = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a place; undefined: nothing does. */
export function at(value: Json | undefined, path: Path): Json | undefined {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found) && typeof step === 'number') found = found[step];
    else if (isObject(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

/** A copy with another value at a place; undefined takes it out. Objects on the way there are made where there are none. */
export function put(value: Json | undefined, path: Path, wanted: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return wanted ?? null;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    if (rest.length === 0 && wanted === undefined) list.splice(step, 1);
    else list[step] = put(list[step], rest, wanted);
    return list;
  }
  const { [step]: old, ...others } = isObject(value) ? value : {};
  if (rest.length === 0 && wanted === undefined) return others;
  const fresh = put(old, rest, wanted);
  // In its place: anyone who reads the file later finds the fields where they were.
  return isObject(value) && Object.hasOwn(value, step) ? { ...value, [step]: fresh } : { ...others, [step]: fresh };
}

/** `questions[2].figure.at.rtt`, as the complaints of the Python name it. */
export const written = (path: Path): string =>
  path.map((step, place) => (typeof step === 'number' ? `[${step}]` : `${place ? '.' : ''}${step}`)).join('');
