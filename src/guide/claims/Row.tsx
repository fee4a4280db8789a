import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { ReactNode } from 'react';
import type { Claim } from '../../model/claims';
import { Marked } from '../../ui/Marked';
import { verdicts } from '../../prose/verdicts';
import css from './Claims.module.css';

/** A claim: it leads to where it is taught, and its number to itself. */
export function Row({ claim: { id, claim, verdict, url, chapter, heading, figure } }: { claim: Claim }): ReactNode {
  const anchor = id.toLowerCase();
  useBrokenLinks().collectAnchor(anchor);
  return (
    <li id={anchor} className={css.row} data-fact={id} data-verdict={verdict}>
      <p className={css.verdict}>
        <a href={`#${anchor}`}>{id}</a> {verdicts[verdict]}
      </p>
      <p className={css.claim}>
        <Link to={url}>
          <Marked text={claim} />
        </Link>
      </p>
      <p className={css.where}>
        {chapter}
        {heading && <> · {heading}</>}
        {figure && (
          <>
            <br />
            <Translate
              id="claims.figure"
              values={{ figure: <Link to={`/figures/${figure.id}/`}>{figure.title}</Link> }}
            >
              {'Figure: {figure}'}
            </Translate>
          </>
        )}
      </p>
    </li>
  );
}
