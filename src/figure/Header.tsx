import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Icon } from './share/Icon';
import { Share, type ShareProps } from './share/Share';
import css from './Header.module.css';
import tool from './Tool.module.css';

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
      <span className={css.tools}>
        {isShared && <Share {...share} />}
        <button type="button" className={tool.tool} onClick={figure.reset} disabled={!figure.changed}>
          <Icon name="reset" />
          <span className={tool.word}>
            <Translate id="figure.reset">Reset</Translate>
          </span>
        </button>
      </span>
    </figcaption>
  );
}
