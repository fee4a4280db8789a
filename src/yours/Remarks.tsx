import type { ReactNode } from 'react';
import type { Remark } from '../model/contract';
import { Text } from '../ui/Text';
import css from './Remarks.module.css';

/** What is wrong with a connection, at a glance; what costs nothing comes without alarm. */
export const Remarks = ({ remarks }: { remarks: readonly Remark[] }): ReactNode =>
  remarks.length > 0 && (
    <ul className={css.remarks}>
      {remarks.map(({ kind, text, bad }) => (
        <Text as="li" key={kind + text} tone={bad ? 'bad' : 'soft'}>
          <span aria-hidden="true">{bad ? '▲ ' : '· '}</span>
          {text}
        </Text>
      ))}
    </ul>
  );
