import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
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

/** What it is today, in short. */
export function Latest({ defaults, unit }: { defaults: readonly KnobDefault[]; unit: string }): ReactNode {
  const { value } = defaults.at(-1)!;
  if (!isCode(value)) return <Words>{value}</Words>;
  return (
    <>
      <code>{value}</code>
      {unit !== '' && /^[\d. ]+$/.test(value) && ` ${unit}`}
    </>
  );
}

interface DefaultsProps {
  defaults: readonly KnobDefault[];
  anchors: ReadonlyMap<string, string>;
}

/** The default in each kernel; without a table where only one is known, and not since when. */
export function Defaults({ defaults, anchors }: DefaultsProps): ReactNode {
  const note = ({ note }: KnobDefault) =>
    note && (
      <small>
        <Words anchors={anchors}>{note}</Words>
      </small>
    );
  const value = (each: KnobDefault) =>
    isCode(each.value) ? <code>{each.value}</code> : <Words anchors={anchors}>{each.value}</Words>;
  const [only] = defaults;
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
          <tr key={i}>
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
