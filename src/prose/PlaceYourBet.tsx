import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { ask } from '../memory/bets/requests';
import { call } from '../figure/inPage';
import { Button } from '../ui/Button';
import Check from './Check';
import css from './PlaceYourBet.module.css';

interface PlaceYourBetProps {
  question: string;
  /** The name of a figure on this page, and one of its bets. */
  figure: string;
  bet: string;
  children: ReactNode;
}

/** A question whose answer the reader first bets on, in a figure of the same page. */
export default function PlaceYourBet({ question, figure, bet, children }: PlaceYourBetProps): ReactNode {
  function go(): void {
    call(figure);
    ask(figure, bet);
    document.querySelector(`[data-experiment="${figure}"]`)?.scrollIntoView({ block: 'start' });
  }
  return (
    <Check
      question={question}
      action={
        <Button className={css.go} data-only="screen scripts" onClick={go}>
          <Translate id="prose.placeYourBet">Place your bet in the figure</Translate>
        </Button>
      }
    >
      {children}
    </Check>
  );
}
