import * as v from 'valibot';
import type { Count, KernelCurve, Kernels, Moved } from '../../../model/kernels';
import { fields, listOf, parseContent, type Source, text } from './parseContent';

/** docs/guide/kernels.json, as `tests/kernel/changes.py` wrote it; curves by the cause that they show. */
export interface Recorded {
  counts: Count[];
  moved: Moved[];
  curves: Record<string, { x: number[]; lines: KernelCurve['lines'] }>;
}

const axis = fields({ name: text, unit: v.string() });
const commit = fields({
  hash: v.pipe(text, v.regex(/^[0-9a-f]{12}$/, '12 digits of a hash')),
  subject: text,
  since: text,
});
const figure = fields({
  title: text,
  recording: text,
  kernels: v.pipe(listOf(text), v.length(2, 'two kernels')),
  result: v.optional(text),
  shows: text,
  until: text,
  x: axis,
  y: axis,
});
const causes = listOf(
  fields({
    id: text,
    commits: v.optional(listOf(commit)),
    recordings: listOf(text),
    figure: v.optional(figure),
  }),
);

const isNamed = (recording: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(recording));

/**
 * Why each metric moved that did: docs/guide/kernels.yaml, joined with the numbers.
 *
 * @throws if a metric has no cause, or a cause nothing that moved
 */
export function parseKernels(source: Source, { counts, moved, curves }: Recorded): Kernels {
  const of = new Map<string, Moved[]>();
  const named = parseContent(causes, source, (all) => {
    const orphans = new Set<string>();
    for (const each of moved) {
      const cause = all.find(({ recordings }) => isNamed(each.recording, recordings));
      if (cause) of.set(cause.id, [...(of.get(cause.id) ?? []), each]);
      else orphans.add(each.recording);
    }
    return [
      ...[...orphans].map((name) => `${name} moved, and no entry names it`),
      ...all.filter(({ id }) => !of.has(id)).map(({ id }) => `${id}: none of its recordings moved`),
      ...all
        .filter(({ id, figure: wanted }) => !!wanted !== id in curves)
        .map(({ id }) => `${id}: its figure is not what tests/kernel/changes.py drew; run it again`),
    ];
  });
  return {
    counts,
    causes: named.map(({ id, commits = [], figure: drawn }) => ({
      id,
      commits,
      moved: of.get(id)!,
      ...(drawn && {
        curve: { title: drawn.title, x: { ...drawn.x, values: curves[id]!.x }, y: drawn.y, lines: curves[id]!.lines },
      }),
    })),
  };
}
