import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Claim } from '../../model/claims';
import { verdicts } from '../../prose/verdicts';
import said from '../../prose/verdicts.module.css';
import { Row } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import list from '../list.module.css';
import css from './Claims.module.css';

/** A claim: it leads to where it is taught, and its number to itself. */
export function ClaimRow({
  claim: { id, claim, verdict, url, chapter, heading, figure },
}: {
  claim: Claim;
}): ReactNode {
  const anchor = id.toLowerCase();
  useBrokenLinks().collectAnchor(anchor);
  return (
    <Row as="li" gap={6} id={anchor} className={clsx(said.verdict, list.row)} data-fact={id} data-verdict={verdict}>
      <Text size="note" isNumbers className={clsx(list.links, css.verdict)}>
        <a href={`#${anchor}`} className={list.anchor}>
          {id}
        </a>{' '}
        <b>{verdicts[verdict]}</b>
      </Text>
      <Row gap={6} className={css.said}>
        <Text size="body" isProse className={css.claim}>
          <Link to={url}>
            <Marked text={claim} />
          </Link>
        </Text>
        <small className={clsx(list.links, css.where)}>
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
        </small>
      </Row>
    </Row>
  );
}
