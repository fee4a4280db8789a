import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { isIn, type Kernel } from '../../model/kernels';
import { type KnobDefault, versionIn } from '../../model/knobs';
import { Words } from './Words';

/** “≤6.18” is what is known, and “by 6.18” is how one says it. */
function since(written: string, isFirst: boolean): ReactNode {
  const version = versionIn(written);
  if (version === written) return version;
  if (version !== undefined)
    return (
      <Translate id="knobs.by" values={{ version }}>
        {'by {version}'}
      </Translate>
    );
  return isFirst ? <Translate id="knobs.before">before</Translate> : <Translate id="knobs.later">later</Translate>;
}

/** A number, several, or a name; what else stands there is said in words. */
const isCode = (value: string): boolean => /^([^\s`]+|[\d ]+)$/.test(value);

/** What stands for the time before there was one. */
const NONE = 'no such sysctl';

/** Which of them a kernel has; none: it doesn't have the knob. What is in no known version came later. */
function defaultOn(kernel: Kernel, defaults: readonly KnobDefault[]): KnobDefault | undefined {
  return defaults
    .filter(({ since }, i) => {
      const from = versionIn(since);
      return from === undefined ? i === 0 : isIn({ from }, kernel);
    })
    .at(-1);
}

interface InShortProps {
  kernel: Kernel;
  defaults: readonly KnobDefault[];
  unit: string;
}

/** What it is on the reader's kernel, in short. */
export function InShort({ kernel, defaults, unit }: InShortProps): ReactNode {
  const known = defaultOn(kernel, defaults);
  if (!known || known.value === NONE)
    return (
      <Translate id="knobs.notIn" values={{ kernel }}>
        {'not in Linux {kernel}'}
      </Translate>
    );
  const { value } = known;
  if (!isCode(value)) return <Words>{value}</Words>;
  return (
    <>
      <code>{value}</code>
      {unit !== '' && /^[\d. ]+$/.test(value) && ` ${unit}`}
    </>
  );
}

interface DefaultsProps {
  kernel: Kernel;
  defaults: readonly KnobDefault[];
  anchors: ReadonlyMap<string, string>;
}

/** The default in each kernel; without a table where only one is known, and not since when. */
export function Defaults({ kernel, defaults, anchors }: DefaultsProps): ReactNode {
  const note = ({ note }: KnobDefault) =>
    note && (
      <small>
        <Words anchors={anchors}>{note}</Words>
      </small>
    );
  const value = (each: KnobDefault) =>
    isCode(each.value) ? <code>{each.value}</code> : <Words anchors={anchors}>{each.value}</Words>;
  const [only] = defaults;
  const yours = defaultOn(kernel, defaults);
  if (only && defaults.length === 1 && only.since === '')
    return (
      <p>
        {value(only)} {note(only)}
      </p>
    );
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="knobs.since">Since Linux</Translate>
          </th>
          <th scope="col">
            <Translate id="knobs.value">Value</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {defaults.map((each, i) => (
          <tr key={i} aria-current={each === yours ? 'true' : undefined}>
            <td>{since(each.since, i === 0)}</td>
            <td>
              {value(each)} {note(each)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
