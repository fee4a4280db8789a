import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Figure } from '../model/contract';
import { formatFigure } from '../views/format';
import { Text } from '../ui/Text';
import { Change } from './Change';
import { Room } from './Room';
import css from './Lead.module.css';

interface LeadProps {
  className: string | undefined;
  /** The number that the figure is about: the first that its runs come to. */
  number: Figure | undefined;
  before: Figure | undefined;
  isKept: boolean;
  isOld: boolean;
  /** What is seen, in a sentence; '': it is not to be seen yet. */
  sentence: string;
  /** All that may stand there, so that nothing below moves. */
  sentences: readonly string[];
  isBusy: boolean;
}

/** What it comes to, above the picture: one number with its change, and a sentence. */
export function Lead({ className, number, before, isKept, isOld, sentence, sentences, isBusy }: LeadProps): ReactNode {
  const [longest, setLongest] = useState(sentence);
  if (sentence.length > longest.length) setLongest(sentence);
  return (
    <div className={clsx(css.lead, className)}>
      {number && (
        <div className={css.number} data-covered={sentence === ''}>
          <Text size="small" tone="soft">
            {number.label}
          </Text>
          <Text as="b" isNumbers tone={isOld ? 'soft' : undefined} className={css.value}>
            {formatFigure(number)}
          </Text>
          <Change now={number} before={before} isKept={isKept} />
        </div>
      )}
      <Room texts={sentences} className={css.sentence} data-seen={longest} aria-live="polite" aria-busy={isBusy}>
        {sentence}
      </Room>
    </div>
  );
}
