import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { DirectionTold } from '../../model/contract';
import { Fact, Facts } from '../../ui/Facts';
import { formatNumber, formatValue } from '../../views/format';
import css from './Numbers.module.css';

/** A direction in numbers. */
export function Numbers({ direction }: { direction: DirectionTold }): ReactNode {
  const { bytes, rate, rtt, resent, unseen, mss, flight, window: offered } = direction;
  return (
    <Facts className={css.numbers}>
      <Fact name={translate({ id: 'yours.numbers.data', message: 'Data' })}>{formatValue(bytes, 'B')}</Fact>
      <Fact name={translate({ id: 'yours.numbers.rate', message: 'Rate while there was data' })}>
        {formatValue(rate, 'Mbit/s')}
      </Fact>
      {rtt !== null && (
        <Fact name={translate({ id: 'yours.numbers.rtt', message: 'Shortest round trip' })}>
          {formatValue(rtt, 'ms')}
        </Fact>
      )}
      <Fact name={translate({ id: 'yours.numbers.flight', message: 'Most in flight' })}>
        {formatValue(flight, 'B')}
      </Fact>
      <Fact name={translate({ id: 'yours.numbers.window', message: 'Largest receive window' })}>
        {formatValue(offered, 'B')}
      </Fact>
      <Fact name={translate({ id: 'yours.numbers.mss', message: 'Largest segment' })}>{formatValue(mss, 'B')}</Fact>
      <Fact name={translate({ id: 'yours.numbers.resent', message: 'Segments sent again' })}>
        {formatNumber(resent)}
      </Fact>
      {unseen > 0 && (
        <Fact name={translate({ id: 'yours.numbers.unseen', message: 'Acknowledged, but not in the capture' })}>
          {formatValue(unseen, 'B')}
        </Fact>
      )}
    </Facts>
  );
}
