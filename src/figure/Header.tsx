import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button';
import { Icon } from './Icon';
import { More, type MoreProps } from './More';
import css from './Header.module.css';

interface HeaderProps extends MoreProps {
  id: string;
}

/** The question, and what can be done with the figure as a whole. */
export function Header({ id, ...more }: HeaderProps): ReactNode {
  const { experiment, figure } = more;
  return (
    <figcaption className={css.header}>
      <span id={id} className={css.question}>
        {experiment.question}
      </span>
      <span className={css.tools} data-only="screen scripts">
        <Button look="tool" onClick={figure.reset} disabled={!figure.changed}>
          <Icon name="reset" />
          <span>
            <Translate id="figure.reset">Reset</Translate>
          </span>
        </Button>
        <More {...more} />
      </span>
    </figcaption>
  );
}
