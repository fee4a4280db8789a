import Translate, { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Share, Standing } from '../memory/progress';
import { Progress } from '../ui/Progress';
import { Text } from '../ui/Text';
import css from './Steps.module.css';

interface StepsProps {
  standing: Standing;
  /** Is there anything to bet on? */
  hasBets: boolean;
  /** Of the whole book: there, nobody knows how many bets are all. */
  isSum?: boolean;
  size?: 'small' | 'note' | 'ui';
}

const filled = ({ done, of }: Share): number => (of === 0 ? 0 : done / of);

const said = ({ done, of }: Share): string =>
  of === 0 ? '–' : translate({ id: 'progress.of', message: '{done} of {of}' }, { done, of });

/** How far a reader has come, in four steps: each with a bar and in words. */
export function Steps({ standing, hasBets, isSum = false, size = 'note' }: StepsProps): ReactNode {
  const { sections, bets, cards } = standing;
  const answered = { done: cards.answered, of: cards.of };
  const stable = { done: cards.stable, of: cards.of };
  return (
    <Text as="dl" className={clsx(css.steps, size !== 'small' && css.inLine)} size={size} isNumbers>
      <Step name={<Translate id="progress.step.read">Read</Translate>} share={filled(sections)} said={said(sections)} />
      <Step
        name={<Translate id="progress.step.bet">Bets</Translate>}
        share={isSum ? undefined : bets > 0 ? 1 : 0}
        said={hasBets || bets > 0 ? String(bets) : '–'}
      />
      <Step
        name={<Translate id="progress.step.answered">Answered</Translate>}
        share={filled(answered)}
        said={said(answered)}
      />
      <Step name={<Translate id="progress.step.stable">Stable</Translate>} share={filled(stable)} said={said(stable)} />
    </Text>
  );
}

function Step({ name, share, said: text }: { name: ReactNode; share: number | undefined; said: string }): ReactNode {
  return (
    <div>
      <Text as="dt" tone="soft">
        {name}
      </Text>{' '}
      <dd>
        {text}
        {share !== undefined && <Progress value={share} />}
      </dd>
    </div>
  );
}
