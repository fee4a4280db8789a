import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { keepUnits } from '../../text/units';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

interface QuestionProps {
  id: string;
  betting: Betting;
}

/** What is asked, in place of the story and of what its runs come to. */
export function BetQuestion({ id, betting: { bet, isByHand } }: QuestionProps): ReactNode {
  const strip = useRef<HTMLDivElement>(null);
  // The button that opens it may lie a picture's height below.
  useEffect(() => {
    if (isByHand) strip.current?.scrollIntoView({ block: 'nearest' });
  }, [bet, isByHand]);
  if (!bet) return null;
  return (
    <Stack gap={1} ref={strip} className={clsx(css.bet, css.question)}>
      <Text size="note" tone="accent" isStrong>
        <Translate id="figure.bet.place">Place your bet</Translate>
      </Text>
      <Text id={id} size="body">
        {keepUnits(bet.question)}
      </Text>
    </Stack>
  );
}
