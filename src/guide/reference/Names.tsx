import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { type Knob, type KnobKind, KINDS } from '../../model/knobs';
import { breakable } from '../../ui/breakable';
import { kindAnchor, kindTitles } from './kinds';
import css from './Names.module.css';

/** What many names of sysctls begin with, said once: `net.ipv4.` */
const beginning = ({ kind, name }: Knob): string => (kind === 'sysctl' ? /^(net\.\w+|\w+)\./.exec(name)![0] : '');

interface NamesProps {
  knobs: readonly Knob[];
  isShown: (knob: Knob) => boolean;
}

/** All names, to find one by eye. */
export function Names({ knobs, isShown }: NamesProps): ReactNode {
  const titles = kindTitles();
  const group = (kind: KnobKind) => {
    const own = knobs.filter((knob) => knob.kind === kind);
    if (own.length === 0) return null;
    return (
      <div key={kind} className={css.kind} hidden={!own.some(isShown)}>
        <p className={css.title}>
          <a href={`#${kindAnchor(kind)}`} className={css.kindName}>
            {titles[kind]}
          </a>
        </p>
        {[...new Set(own.map(beginning))].map((start) => {
          const names = own.filter((knob) => beginning(knob) === start);
          return (
            <div key={start} className={css.group} hidden={!names.some(isShown)}>
              {start && <p className={css.start}>{start}</p>}
              <ul>
                {names.map((knob) => (
                  <li key={knob.anchor} hidden={!isShown(knob)}>
                    <a href={`#${knob.anchor}`} className={css.name}>
                      {breakable(knob.name.slice(start.length))}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    );
  };
  return (
    <nav className={css.names} aria-label={translate({ id: 'knobs.names', message: 'All knobs by name' })}>
      <details>
        <summary>
          <Translate id="knobs.glance">All names at a glance</Translate>
        </summary>
        {KINDS.map(group)}
      </details>
    </nav>
  );
}
