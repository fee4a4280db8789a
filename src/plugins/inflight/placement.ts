/** What an author may say where a figure is placed: `<Experiment id="send-buffer" lane="buffer" knobs="sndbuf" />`. */
import type { Experiment } from '../../model/contract';
import { isLanes, isRace } from '../../model/views';

/** Its attributes, as they are written. */
const NAMES = ['name', 'preset', 'knobs', 'lane', 'view', 'number', 'share'] as const;

export type Placement = Partial<Record<(typeof NAMES)[number], string>>;

export const placementOf = (textOf: (name: string) => string | undefined): Placement =>
  Object.fromEntries(NAMES.map((name) => [name, textOf(name)]));

/** One lane or one drawing instead of the laboratory. */
export const isSmall = ({ lane, view }: Placement): boolean => lane !== undefined || view !== undefined;

/** Controls that stand beside a small figure, and beside a laboratory before a reader asks for all. */
const MOST = { small: 2, whole: 3 };

/** Controls that need more room than a line. */
const LARGE = ['code', 'marks'];

/** What is said of a name that is none of those there are. */
function unless(allowed: readonly string[], attribute: string, given: string | undefined): string | undefined {
  if (given === undefined || allowed.includes(given)) return undefined;
  return `${attribute}="${given}" is not one of ${allowed.join(', ')}`;
}

function aboutKnobs(knobs: string | undefined, { parameters }: Experiment, most: number): string | undefined {
  const given = knobs?.split(',') ?? [];
  if (given.length > most) return `knobs="${knobs}" has ${given.length} controls; at most ${most} are allowed`;
  const allowed = parameters.filter(({ kind }) => !LARGE.includes(kind)).map(({ name }) => name);
  return given.map((each) => unless(allowed, 'knobs', each)).find(Boolean);
}

function aboutSmall(placement: Placement, experiment: Experiment, others: Others): string | undefined {
  const { lane, view, number, share, knobs } = placement;
  const { id, views, outputs } = experiment;
  if (lane !== undefined && view !== undefined) return 'it may have a lane or a view, not both';
  const lanes = views.filter(isLanes).flatMap((each) => each.lanes.map((one) => one.id));
  // There is no small race: it is several pipes, and the code besides.
  const drawings = views.filter((each) => !isLanes(each) && !isRace(each)).map(({ kind }) => kind);
  const alike = [...others].filter(([, other]) => other.id === id).map(([name]) => name);
  return (
    unless(lanes, 'lane', lane) ??
    unless(drawings, 'view', view) ??
    unless(
      outputs.figures.map(({ name }) => name),
      'number',
      number,
    ) ??
    (share !== undefined && alike.length === 0
      ? `share="${share}": no figure of ${id} comes before it on this page`
      : unless(alike, 'share', share)) ??
    (knobs === undefined ? 'a small figure needs one or two knobs' : undefined)
  );
}

type Others = ReadonlyMap<string, { id: string }>;

/** What is wrong with a placement, in one sentence; `others` stand before it on the page. */
export function complaint(placement: Placement, experiment: Experiment, others: Others): string | undefined {
  const { name = experiment.id, preset, knobs, number, share } = placement;
  const small = isSmall(placement);
  if (share === undefined && others.has(name))
    return `this page already has a figure named "${name}"; choose another name with name="…"`;
  if (!small && (number !== undefined || share !== undefined))
    return 'number and share are for small figures: say which lane or view this one shows';
  return (
    unless(
      experiment.presets.map(({ id }) => id),
      'preset',
      preset,
    ) ??
    (small ? aboutSmall(placement, experiment, others) : undefined) ??
    aboutKnobs(knobs, experiment, small ? MOST.small : MOST.whole)
  );
}
