import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { type Knob, type KnobKind, KINDS } from '../../model/knobs';
import { breakable } from '../../ui/breakable';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import list from '../list.module.css';
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
      <Stack key={kind} isFilled gap={3} hidden={!own.some(isShown)}>
        <Text isStrong className={list.links}>
          <a href={`#${kindAnchor(kind)}`}>{titles[kind]}</a>
        </Text>
        {[...new Set(own.map(beginning))].map((start) => {
          const names = own.filter((knob) => beginning(knob) === start);
          return (
            <div key={start} hidden={!names.some(isShown)}>
              {start && (
                <small>
                  <code>{start}</code>
                </small>
              )}
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
      </Stack>
    );
  };
  return (
    <nav
      className={css.names}
      aria-label={translate({ id: 'knobs.names', message: 'All knobs by name' })}
      data-only="screen"
    >
      <details>
        <summary>
          <Translate id="knobs.glance">All names at a glance</Translate>
        </summary>
        <Stack isFilled gap={5}>
          {KINDS.map(group)}
        </Stack>
      </details>
    </nav>
  );
}
