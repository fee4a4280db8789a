import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import { betStore } from '../../memory/bets';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import type { Betting } from './useBetting';
import { usePlaced } from './usePlaced';
import css from './Bet.module.css';

/** The way into the game, and what was placed here before. */
export function BetButton({ betting, figure }: { betting: Betting; figure: string }): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = betting.bet !== undefined;
  const placed = usePlaced(figure);
  // What had the focus, the bet's panel, is gone.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return null;
  const best = Math.max(...placed.map(({ score }) => score));
  return (
    <Row as="span" isCentred data-only="screen">
      <Button ref={button} className={css.enter} onClick={betting.start} data-only="scripts">
        <Translate id="figure.bet.place">Place your bet</Translate>
      </Button>
      {placed.length > 0 && (
        <small>
          <Translate id="figure.bet.history" values={{ count: placed.length, best }}>
            {'Your bets here: {count}, best {best}'}
          </Translate>
          {!betStore().isKept() && (
            <>
              {' '}
              <Translate id="figure.bet.unkept">(not saved: this browser doesn’t store them)</Translate>
            </>
          )}
          <Button look="tool" onClick={() => betStore().forget(figure)}>
            <Translate id="figure.bet.forget">Forget them</Translate>
          </Button>
        </small>
      )}
    </Row>
  );
}
