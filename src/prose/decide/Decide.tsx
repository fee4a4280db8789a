import Translate from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import { AttemptsContext } from './attempts';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import chapter from '../chapter.module.css';
import css from './Decide.module.css';

interface DecideProps {
  /** What the reader has to decide; `code` between backticks. */
  question: string;
  /** `Choice`s, at least one of them right. */
  children: ReactNode;
}

/**
 * A step of a case: the reader picks, reads what would have come of it, and may pick again. What opens is heard, too:
 * it appears in a live region.
 */
export default function Decide({ question, children }: DecideProps): ReactNode {
  const label = useId();
  const [picks, setPicks] = useState(0);
  const [isFound, setFound] = useState(false);
  function pick(isRight: boolean): void {
    if (isFound) return;
    setPicks(picks + 1);
    setFound(isRight);
  }
  return (
    <Stack isFilled className={chapter.block} role="group" aria-labelledby={label}>
      <Text as="div" size="body" isStrong className="ui" id={label}>
        <Marked text={question} />
      </Text>
      <AttemptsContext value={{ isFound, pick }}>
        <Stack gap={3} isFilled aria-live="polite">
          <ol className={css.choices}>{children}</ol>
          <Text as="div" size="note" tone="soft" className="ui" data-only="screen">
            <Count picks={picks} isFound={isFound} />
          </Text>
        </Stack>
      </AttemptsContext>
    </Stack>
  );
}

function Count({ picks, isFound }: { picks: number; isFound: boolean }): ReactNode {
  if (!isFound) return <Translate id="decide.pick">Pick one. You can pick again.</Translate>;
  if (picks === 1) return <Translate id="decide.first">Found on the first pick.</Translate>;
  return (
    <Translate id="decide.found" values={{ picks }}>
      {'Found on pick {picks}.'}
    </Translate>
  );
}
