import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/claims.json';
import { type ReactNode, useState } from 'react';
import type { Verdict } from '../../model/claims';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { byPart, partFilter } from '../../ui/finder/parts';
import { verdictFilter } from '../../prose/verdicts';
import { List, Part } from '../List';
import { ClaimRow } from './ClaimRow';

const ORDER: Verdict[] = ['wrong', 'outdated', 'true-with-limits', 'true'];

/** Every claim that was checked, with what was found and where it is taught. */
export default function Claims(): ReactNode {
  const { claims, parts } = data;
  const [verdict, setVerdict] = useState('');
  const [part, setPart] = useState('');
  const [text, setText] = useState('');
  const shown = claims.filter(
    (each) =>
      (verdict === '' || each.verdict === verdict) &&
      (part === '' || each.part === part) &&
      holds([each.id, each.claim, each.chapter, each.heading].join(' '), text),
  );
  return (
    <List data-copy>
      <Finder
        label={translate({ id: 'claims.find', message: 'Find a claim' })}
        text={text}
        onText={setText}
        filters={[verdictFilter(ORDER, verdict, setVerdict), partFilter(parts, part, setPart)]}
        count={
          <Translate id="claims.count" values={{ shown: shown.length, all: claims.length }}>
            {'{shown} of {all} claims'}
          </Translate>
        }
      />
      {byPart(parts, shown, (claim) => claim.part).map(({ id, title, own }) => (
        <Part key={id} id={`claims-${id}`} title={title}>
          <ul>
            {own.map((claim) => (
              <ClaimRow key={claim.id} claim={claim} />
            ))}
          </ul>
        </Part>
      ))}
    </List>
  );
}
