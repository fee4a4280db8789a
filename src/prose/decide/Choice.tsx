import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, use, useState } from 'react';
import { AttemptsContext } from './attempts';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import chapter from '../chapter.module.css';
import css from './Decide.module.css';

export interface ChoiceProps {
  /** What one would do; `code` between backticks. */
  text: string;
  right?: boolean;
  /** What a wrong choice has cost: “half a day”. */
  cost?: string;
  /** What one would have seen. */
  children: ReactNode;
}

/** One of the answers to a `Decide`. It is a <details>, so that it opens without scripts as well. */
export default function Choice({ text, right = false, cost, children }: ChoiceProps): ReactNode {
  const { isFound, pick } = use(AttemptsContext);
  const [isPicked, setPicked] = useState(false);
  return (
    <li className={css.choice} data-right={right} data-picked={isPicked}>
      <details
        onToggle={(event) => {
          if (isPicked || !event.currentTarget.open) return;
          setPicked(true);
          pick(right);
        }}
      >
        <summary className={clsx('ui', css.summary)}>
          <span className={css.marker} aria-hidden="true" />
          <span className={css.text}>
            <Marked text={text} />
          </span>
          <span className={css.verdict}>
            {right ? (
              <Translate id="decide.right">That’s it</Translate>
            ) : (
              <Translate id="decide.wrong">Not it</Translate>
            )}
          </span>
        </summary>
        <div className={clsx(chapter.text, css.answer)}>
          {children}
          {!right && (cost || !isFound) && (
            <Text as="div" tone="soft" className="ui">
              {cost && (
                <Translate id="decide.cost" values={{ cost }}>
                  {'It cost you {cost}.'}
                </Translate>
              )}{' '}
              {!isFound && <Translate id="decide.again">Pick again.</Translate>}
            </Text>
          )}
        </div>
      </details>
    </li>
  );
}
