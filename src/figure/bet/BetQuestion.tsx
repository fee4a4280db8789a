import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { keepUnits } from '../../text/units';
import { Text } from '../../ui/Text';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

interface QuestionProps {
  id: string;
  betting: Betting;
}

/** What is asked, in place of the story and of what its runs come to. */
export function BetQuestion({ id, betting: { bet, isByHand } }: QuestionProps): ReactNode {
  const strip = useRef<HTMLParagraphElement>(null);
  // The button that opens it may lie a picture's height below.
  useEffect(() => {
    if (isByHand) strip.current?.scrollIntoView({ block: 'nearest' });
  }, [bet, isByHand]);
  if (!bet) return null;
  return (
    <Text ref={strip} id={id} size="body" className={clsx(css.bet, css.question)}>
      <Text as="b" tone="accent">
        <Translate id="figure.bet.place">Place your bet</Translate>:
      </Text>{' '}
      {keepUnits(bet.question)}
    </Text>
  );
}
