import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Icon } from '../share/Icon';
import css from './locked.module.css';

/** A control that shows its value and cannot be moved, whatever it is made of. */
export function Locked({ children }: { children: ReactNode }): ReactNode {
  return (
    <fieldset disabled className={css.locked}>
      <legend className={css.mark}>
        <Icon name="lock" />
        <Translate id="figure.control.locked">locked</Translate>
      </legend>
      {children}
    </fieldset>
  );
}
