import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { keepUnits } from '../../text/units';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

/** What is asked, in place of the named settings. */
export function BetQuestion({ betting: { bet, outcome, isByHand } }: { betting: Betting }): ReactNode {
  const strip = useRef<HTMLDivElement>(null);
  // On a phone the button that opens it lies a picture's height below.
  useEffect(() => {
    if (isByHand) strip.current?.scrollIntoView({ block: 'nearest' });
  }, [bet, isByHand]);
  if (!bet) return null;
  return (
    <Notice as="div" role={undefined} ref={strip} className={clsx(css.bet, css.question)}>
      <Text size="note" tone="accent" isStrong>
        {outcome ? (
          <Translate id="figure.bet.revealed">Your bet and the truth</Translate>
        ) : (
          <Translate id="figure.bet.place">Place your bet</Translate>
        )}
      </Text>
      <Text size="body">{keepUnits(bet.question)}</Text>
    </Notice>
  );
}
