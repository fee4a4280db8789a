import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Verdict } from '../model/claims';
import { Row, Stack } from '../ui/layout';
import { Text } from '../ui/Text';
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

/** What people repeat, whether it holds, and what does. */
export default function Myth({ fact, claim, verdict, source, children }: Props): ReactNode {
  const anchor = fact && `myth-${fact.toLowerCase()}`;
  const { collectAnchor } = useBrokenLinks();
  if (anchor) collectAnchor(anchor);
  return (
    <Stack gap={3} isFilled id={anchor} className={clsx(chapter.block, said.verdict, css.myth)} data-verdict={verdict}>
      <Row gap={6} className="ui">
        <p className={css.claim}>“{claim}”</p>
        <b>{verdicts[verdict]}</b>
      </Row>
      <div className={chapter.text}>{children}</div>
      <Text as="div" size="note" tone="soft" className="ui">
        <Translate id="myth.source" values={{ source: <code>{source}</code> }}>
          {'Check it: {source}'}
        </Translate>
      </Text>
    </Stack>
  );
}
