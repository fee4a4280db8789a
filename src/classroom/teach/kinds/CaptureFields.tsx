import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { CaptureLimit } from '../../../model/contract';
import { Grid } from '../../../ui/layout';
import { ChecksField } from '../form/ChecksField';
import { NumberField } from '../form/NumberField';
import { SelectField } from '../form/SelectField';
import { useField } from '../useDraft';
import { ToleranceFields } from './ToleranceFields';
import type { KindFields } from './types';

/** The limits that a capture can show (`inflight/classroom/captured/limits.py`). */
const limits = (): Record<CaptureLimit, string> => ({
  'send-buffer': translate({ id: 'teach.limit.sendBuffer', message: 'Send buffer' }),
  'receive-window': translate({ id: 'teach.limit.receiveWindow', message: 'Receive window' }),
  path: translate({ id: 'teach.limit.path', message: 'Path: it is full, and a queue stands' }),
  'after-a-loss': translate({ id: 'teach.limit.afterALoss', message: 'Congestion window after losses' }),
  'slow-start': translate({ id: 'teach.limit.slowStart', message: 'Slow start: a short transfer' }),
  'application-pace': translate({ id: 'teach.limit.applicationPace', message: 'Program: it writes little' }),
  nagle: translate({ id: 'teach.limit.nagle', message: 'Nagle’s algorithm and delayed ACKs' }),
});

/** The numbers that can be asked for (`inflight/classroom/captured/readings.py`), and their units. */
const readings = (): Record<string, [label: string, unit: string]> => ({
  rtt: [translate({ id: 'teach.reading.rtt', message: 'Round-trip time without queueing' }), 'ms'],
  window: [translate({ id: 'teach.reading.window', message: 'Largest receive window' }), 'B'],
  'in-flight': [
    translate({ id: 'teach.reading.inFlight', message: 'Most bytes in flight (at the sender, without losses)' }),
    'B',
  ],
  rate: [translate({ id: 'teach.reading.rate', message: 'Rate of the payload (not with Nagle)' }), 'Mbit/s'],
  retransmissions: [
    translate({
      id: 'teach.reading.retransmissions',
      message: 'Retransmitted segments (at the sender, with losses)',
    }),
    '',
  ],
});

const options = (labels: Record<string, string>): { value: string; label: string }[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Which limits may come, which number is asked for, and what each is worth. */
export function CaptureFields({ path }: KindFields): ReactNode {
  const { value: asked } = useField([...path, 'ask']);
  const known = readings();
  const labels = Object.fromEntries(Object.entries(known).map(([name, [label]]) => [name, label]));
  return (
    <>
      <ChecksField
        path={[...path, 'limits']}
        label={translate({ id: 'teach.capture.limits', message: 'Limits that a capture is drawn from' })}
        hint={translate({
          id: 'teach.capture.limits.hint',
          message: 'Students always choose among all seven, so they can’t tell which ones you left out.',
        })}
        options={options(limits())}
      />
      <Grid least="14rem" gap={5}>
        <SelectField
          path={[...path, 'at']}
          label={translate({ id: 'teach.capture.at', message: 'Captured at' })}
          hint={translate({ id: 'teach.capture.at.hint', message: 'It is harder to see at the receiver.' })}
          options={[
            { value: 'sender', label: translate({ id: 'teach.capture.sender', message: 'the sender' }) },
            { value: 'receiver', label: translate({ id: 'teach.capture.receiver', message: 'the receiver' }) },
          ]}
        />
        <SelectField
          path={[...path, 'ask']}
          label={translate({ id: 'teach.capture.ask', message: 'The number to read' })}
          options={options(labels)}
        />
        <NumberField
          path={[...path, 'number_points']}
          label={translate({ id: 'teach.capture.points', message: 'Points for the number' })}
          hint={translate({ id: 'teach.capture.points.hint', message: 'The rest of the points is for the limit.' })}
        />
      </Grid>
      <ToleranceFields path={path} unit={known[String(asked)]?.[1] ?? ''} />
    </>
  );
}
