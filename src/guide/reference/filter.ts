import { compareVersions, type Knob, versionIn } from '../../model/knobs';
import { holds } from '../../ui/finder/holds';

export interface Wanted {
  text: string;
  /** '' is any. */
  kind: string;
  /** A kernel: a default of a later one is wanted; '' is any. */
  after: string;
  /** Must a figure's slider turn it? '' is no. */
  figure: string;
}

export const ALL: Wanted = { text: '', kind: '', after: '', figure: '' };

const changedAfter = ({ defaults }: Knob, version: string): boolean =>
  defaults.some(({ since }) => compareVersions(versionIn(since) ?? version, version) > 0);

/** Are these words in its name? */
export const isCalled = ({ name, also }: Knob, text: string): boolean => holds([name, ...also].join(' '), text);

/** Is a knob what is wanted? Its claims count, because that is what people remember of it. */
export function matches(knob: Knob, { text, kind, after, figure }: Wanted): boolean {
  const { name, also, summary, limits, touch, leave, figures, facts } = knob;
  const said = [name, ...also, summary, limits, touch, leave, ...figures.map(({ title }) => title)];
  return (
    (kind === '' || knob.kind === kind) &&
    (after === '' || changedAfter(knob, after)) &&
    (figure === '' || figures.length > 0) &&
    holds([...said, ...facts.map(({ claim }) => claim)].join(' '), text)
  );
}

/** Kernels that people come from, of those after which a default has changed: RHEL 7, RHEL 8, Debian 11, Debian 12. */
export const pastKernels = (knobs: readonly Knob[]): string[] =>
  ['3.10', '4.18', '5.10', '6.1'].filter((version) => knobs.some((knob) => changedAfter(knob, version)));
