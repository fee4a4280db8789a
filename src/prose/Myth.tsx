import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { ReactNode } from 'react';
import type { Verdict } from '../model/claims';
import { verdicts } from './verdicts';
import css from './Myth.module.css';

interface Props {
  /** Its row in docs/facts.json: `C15` can be linked to as `#myth-c15`. */
  fact?: string;
  claim: string;
  verdict: Verdict;
  /** Where it can be checked: a kernel function, a paragraph of an RFC, a recording. */
  source: string;
  /** The figure of the chapter that shows it, if that is not the last one before it; for the page of all myths. */
  figure?: string;
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
        <p className={css.verdict}>{verdicts[verdict]}</p>
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
