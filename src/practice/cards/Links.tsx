import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { Fragment, type ReactNode } from 'react';
import type { Card, FigureLink } from '../../model/questions';
import { addressOf } from '../figureLink';
import type { CardSource } from './props';
import { useEntry } from './useEntry';
import { Row } from '../../ui/layout';
import css from './Cards.module.css';

interface LinksProps {
  card: Card;
  /** The figure as the question was asked about it, if it has one. */
  figure: FigureLink | undefined;
  source: CardSource | undefined;
  /** Is anybody there to follow them? What a link needs besides is loaded then. */
  isLive: boolean;
  dispute?: ReactNode;
}

/** Where to go on from a card: its section, its figure, and where the answer can be checked. */
export function Links({ card: { facts, sources }, figure, source, isLive, dispute }: LinksProps): ReactNode {
  const entry = useEntry(figure?.id, isLive);
  return (
    <Row as="ul" gap={6} className={css.links}>
      {source && (
        <li>
          <Translate
            id="card.link.section"
            values={{
              section: (
                <Link to={source.url}>
                  {source.title} · {source.heading}
                </Link>
              ),
            }}
          >
            {'Read: {section}'}
          </Translate>
        </li>
      )}
      {figure && (
        <li>
          <Link to={addressOf(figure, entry)}>
            <Translate id="card.link.figure">See it in the figure</Translate>
          </Link>
        </li>
      )}
      {facts.length > 0 && (
        <li>
          <Translate
            id="card.link.facts"
            values={{
              facts: (
                <>
                  {facts.map((fact, i) => (
                    <Fragment key={fact}>
                      {i > 0 && ', '}
                      <Link to={`/book/guide/claims/#${fact.toLowerCase()}`}>{fact}</Link>
                    </Fragment>
                  ))}
                </>
              ),
            }}
          >
            {'Checked claims: {facts}'}
          </Translate>
        </li>
      )}
      {sources.length > 0 && (
        <li>
          <Translate
            id="card.link.sources"
            values={{
              sources: (
                <>
                  {sources.map((each, i) => (
                    <Fragment key={each}>
                      {i > 0 && ', '}
                      <code>{each}</code>
                    </Fragment>
                  ))}
                </>
              ),
            }}
          >
            {'Check it: {sources}'}
          </Translate>
        </li>
      )}
      {dispute && <li>{dispute}</li>}
    </Row>
  );
}
