import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button';
import { Icon } from './Icon';
import { Share, type ShareProps } from './share/Share';
import css from './Header.module.css';

interface HeaderProps extends ShareProps {
  id: string;
  /** Can links and files be made of it? */
  isShared: boolean;
}

/** The question, and what can be done with the figure as a whole. */
export function Header({ id, isShared, ...share }: HeaderProps): ReactNode {
  const { experiment, figure } = share;
  return (
    <figcaption className={css.header}>
      <span id={id} className={css.question}>
        {experiment.question}
      </span>
      <span className={css.tools} data-only="screen">
        {isShared && <Share {...share} />}
        <Button look="tool" onClick={figure.reset} disabled={!figure.changed}>
          <Icon name="reset" />
          <span>
            <Translate id="figure.reset">Reset</Translate>
          </span>
        </Button>
      </span>
    </figcaption>
  );
}
