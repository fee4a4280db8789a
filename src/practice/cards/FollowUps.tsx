import Translate from '@docusaurus/Translate';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Answer } from '../../model/contract';
import type { FollowUp, OpenCard } from '../../model/questions';
import { Marked } from '../../ui/Marked';
import { Button } from '../../ui/Button';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { Words } from './Words';

interface FollowUpsProps {
  card: OpenCard;
  /** What was said to each. */
  said?: readonly string[] | undefined;
  /** One after the other, each answered before it is told. Otherwise all is there to be read. */
  isAsked?: boolean;
}

/** What an interviewer asks next, and what a good answer to that has. */
export function FollowUps({ card: { followUps }, said = [], isAsked = false }: FollowUpsProps): ReactNode {
  const [told, setTold] = useState(isAsked ? 0 : followUps.length);
  return (
    <Stack gap={5} isFilled data-follow-ups>
      <Text isStrong>
        <Translate id="card.followUps">What an interviewer asks next</Translate>
      </Text>
      {followUps.slice(0, told + 1).map((each, i) => (
        <Asked key={each.text} followUp={each} said={said[i]} isTold={i < told} onTell={() => setTold(i + 1)} />
      ))}
    </Stack>
  );
}

interface AskedProps {
  followUp: FollowUp;
  said: string | undefined;
  isTold: boolean;
  onTell: () => void;
}

function Asked({ followUp, said, isTold, onTell }: AskedProps): ReactNode {
  const label = useId();
  const [words, setWords] = useState<Answer>(said);
  // The button is gone: the keys go on at the answer.
  const answer = useRef<HTMLParagraphElement>(null);
  const wasTold = useRef(isTold);
  useLayoutEffect(() => {
    if (isTold && !wasTold.current) answer.current?.focus();
    wasTold.current = isTold;
  }, [isTold]);
  return (
    <Stack isFilled>
      <Text id={label} size="body" isStrong isProse>
        <Marked text={followUp.text} />
      </Text>
      <Words answer={words} onAnswer={setWords} isClosed={isTold} labelledBy={label} />
      {isTold ? (
        <Text ref={answer} size="body" isProse tabIndex={-1}>
          <b>
            <Translate id="card.followUps.good">A good answer:</Translate>
          </b>{' '}
          <Marked text={followUp.answer} />
        </Text>
      ) : (
        <div>
          <Button onClick={onTell}>
            <Translate id="card.followUps.tell">Show a good answer</Translate>
          </Button>
        </div>
      )}
    </Stack>
  );
}
