import useBaseUrl from '@docusaurus/useBaseUrl';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { anchorOf, nameOf, REFERENCE, writtenNames } from '../../model/knobs';
import { Text } from '../../ui/Text';
import { breakable } from '../../ui/breakable';
import css from './controls.module.css';

/** Do links lead out of the page, as they must where it stands in somebody else's? */
export const LeadsOut = createContext(false);

/**
 * The Linux knobs that a control stands for, each a link to what the reference says of it. A plain link: the book's
 * own would fetch the reference, which is long, for everybody who sees a figure.
 */
export function KnobName({ knob }: { knob: string }): ReactNode {
  const reference = useBaseUrl(REFERENCE);
  const { collectLink } = useBrokenLinks();
  const out = useContext(LeadsOut) && { target: '_blank', rel: 'noopener' };
  const names = writtenNames(knob);
  return (
    <Text as="code" size="small" tone="soft" className={css.knob}>
      {names.map((name, i) => {
        const url = `${reference}#${anchorOf(nameOf(name))}`;
        collectLink(url);
        return (
          <Fragment key={name}>
            {i > 0 && ', '}
            <a href={url} {...out}>
              {breakable(name)}
            </a>
          </Fragment>
        );
      })}
    </Text>
  );
}
