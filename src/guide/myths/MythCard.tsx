import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import data from '@inflight/claims.json';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Verdict } from '../../model/claims';
import { verdicts } from '../../prose/verdicts';
import said from '../../prose/verdicts.module.css';
import { Fact, Facts } from '../../ui/Facts';
import { Row, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import list from '../list.module.css';
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
    <Panel as="article" id={anchor} className={clsx(said.verdict, css.card)} data-verdict={verdict} data-fact={fact}>
      <Row isApart>
        <b>{verdicts[verdict]}</b>{' '}
        <small>
          <a href={`#${anchor}`} className={list.anchor}>
            {fact}
          </a>
        </small>
      </Row>
      <h3>“{claim}”</h3>
      <Stack gap={3} className={css.truth}>
        {children}
      </Stack>
      <Facts className={list.links}>
        {figure && (
          <Fact name={<Translate id="myths.figure">See it</Translate>}>
            <Link to={`/figures/${figure.id}/`}>{figure.title}</Link>
          </Fact>
        )}
        <Fact name={<Translate id="myths.chapter">Read why</Translate>}>
          <Link to={url}>{chapter}</Link>
        </Fact>
        <Fact name={<Translate id="myths.source">Check it</Translate>}>{source}</Fact>
      </Facts>
    </Panel>
  );
}
