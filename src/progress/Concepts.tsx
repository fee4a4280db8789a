import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import type { ConceptProgress } from '../memory/progress';
import { recall } from '../memory/schedule';
import type { CardState } from '../memory/types';
import type { Bank } from '../model/questions';
import { NO_FILTER, searchOf } from '../practice/filter';
import { Grid, Stack } from '../ui/layout';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';
import css from './Concepts.module.css';
import { Steps } from './Steps';
import { weakestFirst } from './weakest';

interface ConceptsProps {
  bank: Bank;
  concepts: readonly ConceptProgress[];
  states: ReadonlyMap<string, CardState>;
  now: number;
}

/** What the questions are about, the weakest first. */
export function Concepts({ bank: { cards }, concepts, states, now }: ConceptsProps): ReactNode {
  const sorted = useMemo(
    () => weakestFirst(concepts, cards, (id) => states.get(id) && recall(states.get(id)!, now)),
    [concepts, cards, states, now],
  );
  const begun = sorted.filter((each) => each.cards.answered > 0);
  const others = sorted.slice(begun.length);
  return (
    <Section id="concepts" title={<Translate id="progress.concepts">By concept</Translate>}>
      <Text isProse>
        <Translate id="progress.concepts.about">
          The one you’d know least about today comes first. Each links to its cards.
        </Translate>
      </Text>
      {begun.length > 0 && <List concepts={begun} />}
      {others.length > 0 && (
        <details>
          <summary>
            {translate({ id: 'progress.concepts.others', message: 'Not started: {count}' }, { count: others.length })}
          </summary>
          <List concepts={others} />
        </details>
      )}
    </Section>
  );
}

const List = ({ concepts }: Pick<ConceptsProps, 'concepts'>): ReactNode => (
  <Grid as="ol" least="17rem" gap={6}>
    {concepts.map((each) => (
      <Stack key={each.id} as="li" className={css.concept} gap={2} isFilled isApart data-concept={each.id}>
        <Link to={`/practice/${searchOf({ ...NO_FILTER, concept: each.id })}`}>{each.name}</Link>
        <Steps standing={each} hasBets size="small" />
      </Stack>
    ))}
  </Grid>
);
