import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Text } from '../../ui/Text';
import { Icon } from '../Icon';
import css from './locked.module.css';

/** A control that shows its value and cannot be moved, whatever it is made of. */
export function Locked({ children }: { children: ReactNode }): ReactNode {
  return (
    <fieldset disabled className={css.locked}>
      <Text as="legend" size="small" tone="soft" className={css.mark}>
        <Icon name="lock" size={14} />
        <Translate id="figure.control.locked">locked</Translate>
      </Text>
      {children}
    </fieldset>
  );
}
