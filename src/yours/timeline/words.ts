import { translate } from '@docusaurus/Translate';
import type { IntervalTold } from '../../model/contract';
import { formatRange, formatValue } from '../../views/format';
import { limitWord } from '../limits';

/** "Send buffer", or "Send buffer?" where the evidence is thin. */
export const nameOf = ({ limit, sure }: IntervalTold): string =>
  sure || limit === 'cannot-tell' ? limitWord(limit) : `${limitWord(limit)}?`;

/** "0.41–3.2 s" */
export const whenOf = ({ start, end }: IntervalTold): string => formatRange([start, end], 's');

export const lastsOf = ({ start, end }: IntervalTold): string => formatValue(end - start, 's');

/** An interval in one line, for those who hear it. */
export const sayInterval = (interval: IntervalTold, index: number, count: number): string =>
  translate(
    { id: 'yours.interval.said', message: '{place} of {count}: {name}, {when}' },
    { place: index + 1, count, name: nameOf(interval), when: whenOf(interval) },
  );
