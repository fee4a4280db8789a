import Translate from '@docusaurus/Translate';
import { useLocation } from '@docusaurus/router';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Verdict } from '../model/claims';
import { Row } from '../ui/layout';
import { Text } from '../ui/Text';
import fold from '../ui/fold.module.css';
import chapter from './chapter.module.css';
import { verdicts } from './verdicts';
import said from './verdicts.module.css';
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

/** What people repeat and whether it holds; why, once it is opened. A link to it opens it. */
export default function Myth({ fact, claim, verdict, source, children }: Props): ReactNode {
  const anchor = fact && `myth-${fact.toLowerCase()}`;
  const { collectAnchor } = useBrokenLinks();
  if (anchor) collectAnchor(anchor);
  const { hash } = useLocation();
  const card = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (anchor && hash === `#${anchor}`) card.current!.open = true;
  }, [anchor, hash]);
  return (
    <details ref={card} id={anchor} className={clsx(said.verdict, css.myth)} data-verdict={verdict}>
      <Row as="summary" gap={6} className={clsx('ui', fold.summary)}>
        <span className={css.claim}>“{claim}”</span>
        <b>{verdicts[verdict]}</b>
      </Row>
      <div className={chapter.text}>{children}</div>
      <Text as="div" size="note" tone="soft" className={clsx('ui', css.source)}>
        <Translate id="myth.source" values={{ source: <code>{source}</code> }}>
          {'Check it: {source}'}
        </Translate>
      </Text>
    </details>
  );
}
