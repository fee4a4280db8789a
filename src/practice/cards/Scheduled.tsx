import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { CardState, Rating } from '../../memory/types';
import { fromNow } from './when';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { Text } from '../../ui/Text';

interface StateProps {
  state: CardState | undefined;
  /** ms since 1970 */
  now: number;
  locale: string;
}

/** What became of a card when it was answered before. */
export function Before({ state, now, locale }: StateProps): ReactNode {
  if (!state) return null;
  const last = fromNow(state.last - now, locale);
  return (
    <Text size="note" tone="soft">
      {state.due <= now ? (
        <>
          <Text as="b" tone="accent">
            <Translate id="cards.due">due</Translate>
          </Text>{' '}
          {translate({ id: 'cards.before.due', message: 'You answered this {last}.' }, { last })}
        </>
      ) : (
        translate(
          { id: 'cards.before', message: 'You answered this {last}. It’s due {due}, but you can answer it again now.' },
          { last, due: fromNow(state.due - now, locale) },
        )
      )}
    </Text>
  );
}

interface KeptProps extends StateProps {
  /** Or is it kept in memory alone? */
  isStored: boolean;
  onAgain: () => void;
}

/** When a card comes back, now that it was answered. */
export function Kept({ state, now, locale, isStored, onAgain }: KeptProps): ReactNode {
  // Who has just said how it was has the focus on a button that is gone.
  const place = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <Row as={Text} size="note" tone="soft" ref={place} tabIndex={-1} role="status">
      {state && (
        <span>
          {translate(
            { id: 'cards.kept', message: 'It comes back {due}.' },
            { due: fromNow(Math.max(0, state.due - now), locale) },
          )}
        </span>
      )}
      {!isStored && (
        <span>
          <Translate id="cards.unkept">
            Your browser doesn’t let the page store this, so it’s kept only while the page is open.
          </Translate>
        </span>
      )}
      <Link to="/practice/">
        <Translate id="cards.practice">Practice</Translate>
      </Link>
      <Button look="quiet" onClick={onAgain}>
        <Translate id="cards.again">Answer it again</Translate>
      </Button>
    </Row>
  );
}

/** Where only readers know how well they knew it. */
export function HowWas({ isKeeping, onSay }: { isKeeping: boolean; onSay: (rating: Rating) => void }): ReactNode {
  return (
    <Row as="p">
      <Button look="main" disabled={isKeeping} onClick={() => onSay(1)}>
        <Translate id="cards.notYet">Not yet</Translate>
      </Button>
      <Button look="main" disabled={isKeeping} onClick={() => onSay(3)}>
        <Translate id="cards.knew">Knew it</Translate>
      </Button>
    </Row>
  );
}
