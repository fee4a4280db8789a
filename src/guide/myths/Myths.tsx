import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/claims.json';
import { Children, isValidElement, type ReactElement, type ReactNode, useState } from 'react';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { byPart, partFilter } from '../../ui/finder/parts';
import { verdictFilter } from '../../prose/verdicts';
import { textIn } from '../../text/textIn';
import { List, Part } from '../List';
import type { MythCardProps } from './MythCard';
import css from './Myths.module.css';

const claims = new Map(data.claims.map((claim) => [claim.id, claim]));

const isCard = (node: ReactNode): node is ReactElement<MythCardProps> =>
  isValidElement<Partial<MythCardProps>>(node) && node.props.fact !== undefined;

const hayOf = ({ fact, claim, source, children }: MythCardProps): string =>
  [fact, claim, source, claims.get(fact)!.chapter, textIn(children)].join(' ');

/** Every claim that does not hold, or no longer. `src/plugins/inflight/myths.ts` puts the chapters’ own cards here. */
export default function Myths({ children }: { children?: ReactNode }): ReactNode {
  const [verdict, setVerdict] = useState('');
  const [part, setPart] = useState('');
  const [text, setText] = useState('');
  const cards = Children.toArray(children).filter(isCard);
  const partOf = (card: ReactElement<MythCardProps>) => claims.get(card.props.fact)!.part;
  const parts = data.parts.filter(({ id }) => cards.some((card) => partOf(card) === id));
  const shown = cards.filter(
    (card) =>
      (verdict === '' || card.props.verdict === verdict) &&
      (part === '' || partOf(card) === part) &&
      holds(hayOf(card.props), text),
  );
  return (
    <List data-copy>
      <Finder
        label={translate({ id: 'myths.find', message: 'Find a myth' })}
        text={text}
        onText={setText}
        filters={[verdictFilter(['wrong', 'outdated'], verdict, setVerdict), partFilter(parts, part, setPart)]}
        count={
          <Translate id="myths.count" values={{ shown: shown.length, all: cards.length }}>
            {'{shown} of {all} myths'}
          </Translate>
        }
      />
      {byPart(parts, shown, partOf).map(({ id, title, own }) => (
        <Part key={id} id={`myths-${id}`} title={title}>
          <div className={css.cards}>{own}</div>
        </Part>
      ))}
    </List>
  );
}
