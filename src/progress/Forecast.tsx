import Translate from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import { type Expected, forecast, FORECAST_DAYS } from '../memory/progress';
import type { CardState } from '../memory/types';
import type { Bank } from '../model/questions';
import { isBetCard } from '../practice/betId';
import { DueChart } from './DueChart';
import { DueTable } from './DueTable';
import { Grid, Stack } from '../ui/layout';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';

interface ForecastProps {
  bank: Bank;
  states: ReadonlyMap<string, CardState>;
  retention: number;
  now: number;
}

/** What is known of the whole bank today and in a month, and how many cards come up until then. */
export function Forecast({ bank, states, retention, now }: ForecastProps): ReactNode {
  const all = bank.cards.length;
  const { today, later, due } = useMemo(() => {
    const ids = bank.cards.map(({ id }) => id);
    const asked = forecast(ids, states, { now, retention });
    // Wrong bets come up, too, but they are no questions of the bank.
    const bets = [...states.keys()].filter(isBetCard);
    const { due: withBets } = bets.length > 0 ? forecast([...ids, ...bets], states, { now, retention }) : asked;
    return { today: asked.now, later: asked.later, due: withBets };
  }, [bank, states, now, retention]);
  const count = (share: number): number => Math.round(all * share);
  // It stays on one line; without anything to choose from it is none.
  const range = ({ low, high }: Expected): string =>
    count(low) === count(high) ? '' : ` (${count(low)}\u2060–\u2060${count(high)})`;
  return (
    <Section id="forecast" title={<Translate id="progress.forecast">What to expect</Translate>}>
      <Grid least="28rem" gap={7}>
        <Stack>
          <Text size="lead" isProse>
            <Translate
              id="progress.forecast.now"
              values={{
                all,
                known: count(today.share),
                range: range(today),
                later: count(later.share),
                days: FORECAST_DAYS,
              }}
            >
              {
                'If you answered every question in the book today, you’d know about {known} of {all}{range}. Without reviews, you’d know about {later} in {days} days.'
              }
            </Translate>
          </Text>
          <Text size="note" tone="soft" isProse>
            <Translate id="progress.forecast.assumes">
              This treats you as an average learner: the rate of forgetting comes from FSRS with its default numbers,
              which were fitted to other people. A question you’ve never answered counts as not known, and one whose
              answer you’ve just seen counts as known. The range covers chance alone. It doesn’t include how well the
              model fits you.
            </Translate>
          </Text>
        </Stack>
        <Stack isFilled>
          <Text as="h3" id="due" size="body">
            <Translate id="progress.due">Cards due, by day</Translate>
          </Text>
          <DueChart due={due} />
          <DueTable due={due} />
          <Text size="note" tone="soft" isProse>
            <Translate id="progress.due.assumes">
              This assumes that you review each card on its day and know it. A card you don’t know comes back sooner,
              and new cards come on top.
            </Translate>
          </Text>
        </Stack>
      </Grid>
    </Section>
  );
}
