import type { ReactNode } from 'react';
import { Text } from '../../../ui/Text';
import { Bar } from '../../Bar';
import css from './try.module.css';

interface DrawsProps {
  label: string;
  counts: { value: string; count: number }[];
}

/** How often each value came up. */
export function Draws({ label, counts }: DrawsProps): ReactNode {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Text as="figure" size="note" isNumbers>
      <figcaption>
        <small>{label}</small>
      </figcaption>
      <ol className={css.draws}>
        {counts.map(({ value, count }) => (
          <li key={value}>
            <span>{value}</span>
            <Bar share={count / most} />
            <span>{count}</span>
          </li>
        ))}
      </ol>
    </Text>
  );
}
