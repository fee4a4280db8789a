import { translate } from '@docusaurus/Translate';
import { Children, isValidElement, type ReactNode } from 'react';
import { Text } from '../../ui/Text';
import type { StepProps } from './Step';
import css from './Path.module.css';

const minutesOf = (child: ReactNode): number =>
  isValidElement<Partial<StepProps>>(child) ? (child.props.minutes ?? 0) : 0;

/** Steps in an order, and how long they take together. */
export default function Path({ children }: { children: ReactNode }): ReactNode {
  const minutes = Children.toArray(children).reduce((sum: number, child) => sum + minutesOf(child), 0);
  return (
    <>
      <ol className={css.path}>{children}</ol>
      <Text as="small" size="note" tone="soft" className="ui">
        {minutes < 90
          ? translate({ id: 'path.minutes', message: 'About {minutes}\u00a0minutes in all.' }, { minutes })
          : translate(
              { id: 'path.hours', message: 'About {hours}\u00a0hours in all.' },
              { hours: String(Math.round(minutes / 30) / 2) },
            )}
      </Text>
    </>
  );
}
