import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { useCopy } from '../figure/share/useCopy';
import { Button } from '../ui/Button';
import css from './CopyFilter.module.css';
import { filterOf } from './filterOf';

interface CopyFilterProps {
  /** Packets by number in the file: one, or the first and the last. */
  packets: readonly number[];
}

/** Numbers of packets, and with a press the filter for Wireshark that shows them. */
export function CopyFilter({ packets }: CopyFilterProps): ReactNode {
  const { state, copy } = useCopy();
  const [first, last = first] = packets;
  if (first === undefined) return null;
  const filter = filterOf(packets);
  const label = translate({ id: 'yours.copyFilter', message: 'Copy the Wireshark filter {filter}' }, { filter });
  const text = first === last ? `#${first}` : `#${first}–${last}`;
  return (
    <Button
      look="tool"
      className={css.copy}
      aria-label={`${text}. ${label}`}
      title={label}
      onClick={() => void copy(filter)}
    >
      <span aria-live="polite">{state === 'copied' ? translate({ id: 'yours.copied', message: 'Copied' }) : text}</span>
      {/* Where the browser gives no clipboard, it can at least be marked and copied. */}
      {state === 'blocked' && <code>{filter}</code>}
    </Button>
  );
}
