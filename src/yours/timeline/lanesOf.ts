import { translate } from '@docusaurus/Translate';
import type { Lane, LanesSpec } from '../../model/contract';
import { formatValue } from '../../views/format';
import type { Drawn, Names } from './asRun';

export const curveNames = (): Names => ({
  time: translate({ id: 'yours.curve.time', message: 'time since the connection began' }),
  sent: translate({ id: 'yours.curve.sent', message: 'sent' }),
  acked: translate({ id: 'yours.curve.acked', message: 'acknowledged' }),
  edge: translate({ id: 'yours.curve.edge', message: 'window’s edge' }),
  flight: translate({ id: 'yours.curve.flight', message: 'in flight' }),
  window: translate({ id: 'yours.curve.window', message: 'receive window' }),
  rtt: translate({ id: 'yours.curve.rtt', message: 'RTT' }),
  rate: translate({ id: 'yours.curve.rate', message: 'rate' }),
  gap: translate({ id: 'yours.curve.gap', message: 'longest pause' }),
});

/** The lanes of a direction: the time–sequence graph, and below it what else there is to see on the same axis. */
export function lanesOf({ base, beyond }: Drawn, names: Names): LanesSpec {
  const lane = (id: string, title: string, unit: string, kind: Lane['kind'], ...series: string[]): Lane => ({
    ...{ id, title, unit, kind, series },
    handles: [],
  });
  const sequence =
    base > 0
      ? translate(
          { id: 'yours.lane.sequenceFrom', message: 'Bytes of the stream after the first {base}' },
          { base: formatValue(base, 'B') },
        )
      : translate({ id: 'yours.lane.sequence', message: 'Bytes of the stream' });
  const flight =
    beyond === undefined
      ? translate({ id: 'yours.lane.flight', message: 'In flight' })
      : translate(
          { id: 'yours.lane.flightBeyond', message: 'In flight (the receive window, {beyond} and more, is above)' },
          { beyond: formatValue(beyond, 'B') },
        );
  return {
    kind: 'lanes',
    title: '',
    lanes: [
      lane('sequence', sequence, 'B', 'line', names.sent, names.acked, names.edge),
      lane('flight', flight, 'B', 'line', names.flight, names.window),
      lane('rtt', translate({ id: 'yours.lane.rtt', message: 'Round-trip time' }), 'ms', 'step', names.rtt),
      lane('rate', translate({ id: 'yours.lane.rate', message: 'Acknowledged' }), 'Mbit/s', 'step', names.rate),
      lane(
        'gap',
        translate({ id: 'yours.lane.gap', message: 'Longest pause between segments' }),
        'ms',
        'step',
        names.gap,
      ),
    ],
  };
}
