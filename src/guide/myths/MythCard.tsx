import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import data from '@inflight/claims.json';
import type { ReactNode } from 'react';
import type { Verdict } from '../../model/claims';
import { verdicts } from '../../prose/verdicts';
import css from './Myths.module.css';

const claims = new Map(data.claims.map((claim) => [claim.id, claim]));

/** What a chapter's `<Myth>` says. */
export interface MythCardProps {
  fact: string;
  claim: string;
  verdict: Verdict;
  source: string;
  children: ReactNode;
}

/** What people repeat and what is true instead, and the ways to see it, read it and check it. */
export default function MythCard({ fact, claim, verdict, source, children }: MythCardProps): ReactNode {
  const { chapter, url, figure } = claims.get(fact)!;
  const anchor = `myth-${fact.toLowerCase()}`;
  useBrokenLinks().collectAnchor(anchor);
  return (
    <article id={anchor} className={css.card} data-verdict={verdict} data-fact={fact}>
      <p className={css.head}>
        <span className={css.verdict}>{verdicts[verdict]}</span> <a href={`#${anchor}`}>{fact}</a>
      </p>
      <h3>“{claim}”</h3>
      <div className={css.truth}>{children}</div>
      <dl className={css.foot}>
        {figure && (
          <div>
            <dt>
              <Translate id="myths.figure">See it</Translate>
            </dt>
            <dd>
              <Link to={`/figures/${figure.id}/`}>{figure.title}</Link>
            </dd>
          </div>
        )}
        <div>
          <dt>
            <Translate id="myths.chapter">Read why</Translate>
          </dt>
          <dd>
            <Link to={url}>{chapter}</Link>
          </dd>
        </div>
        <div>
          <dt>
            <Translate id="myths.source">Check it</Translate>
          </dt>
          <dd>{source}</dd>
        </div>
      </dl>
    </article>
  );
}
