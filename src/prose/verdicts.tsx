import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Verdict } from '../model/claims';
import type { Filter } from '../ui/finder/Finder';

/** What was found of a claim, in words. */
export const verdicts: Record<Verdict, ReactNode> = {
  wrong: <Translate id="myth.wrong">Wrong</Translate>,
  outdated: <Translate id="myth.outdated">Outdated</Translate>,
  'true-with-limits': <Translate id="myth.trueWithLimits">True, with limits</Translate>,
  true: <Translate id="myth.true">True</Translate>,
};

/** Some of them, to choose from. */
export const verdictFilter = (of: readonly Verdict[], chosen: string, choose: Filter['choose']): Filter => ({
  label: translate({ id: 'claims.verdicts', message: 'Verdicts' }),
  choices: of.map((id) => ({ id, title: verdicts[id] })),
  chosen,
  choose,
});
