import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { ReactNode } from 'react';
import css from './Myth.module.css';

export type Verdict = 'wrong' | 'outdated' | 'true' | 'true-with-limits';

const WORDS: Record<Verdict, ReactNode> = {
  wrong: <Translate id="myth.wrong">Wrong</Translate>,
  outdated: <Translate id="myth.outdated">Outdated</Translate>,
  true: <Translate id="myth.true">True</Translate>,
  'true-with-limits': <Translate id="myth.trueWithLimits">True, with limits</Translate>,
};

interface Props {
  /** Its row in docs/facts.json: `C15` can be linked to as `#myth-c15`. */
  fact?: string;
  claim: string;
  verdict: Verdict;
  /** Where it can be checked: a kernel function, a paragraph of an RFC, a recording. */
  source: string;
  children: ReactNode;
}

/** What people repeat, whether it holds, and what does. */
export default function Myth({ fact, claim, verdict, source, children }: Props): ReactNode {
  const anchor = fact && `myth-${fact.toLowerCase()}`;
  const { collectAnchor } = useBrokenLinks();
  if (anchor) collectAnchor(anchor);
  return (
    <div id={anchor} className={css.myth} data-verdict={verdict}>
      <div className={css.claim}>
        <p>“{claim}”</p>
        <p className={css.verdict}>{WORDS[verdict]}</p>
      </div>
      <div className={css.truth}>
        {children}
        <p className={css.source}>
          <Translate id="myth.source" values={{ source: <code>{source}</code> }}>
            {'Check it: {source}'}
          </Translate>
        </p>
      </div>
    </div>
  );
}
