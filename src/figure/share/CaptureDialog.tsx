import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { Dialog } from '../../ui/Dialog';
import { Check, FieldGroup } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { CaptureOptions } from './capture';
import { useTask } from './useTask';

interface CaptureDialogProps {
  /** Hosts at which its packets can be captured. */
  points: readonly string[];
  onCapture: (options: CaptureOptions) => Promise<void>;
  onClose: () => void;
}

const EVERYWHERE = 'everywhere';

const whereOf = (point: string): string => translate({ id: 'figure.capture.at', message: 'the {point}' }, { point });

function sayEverywhere(count: number): string {
  if (count === 2) return translate({ id: 'figure.capture.both', message: 'both, in one file' });
  return translate({ id: 'figure.capture.all', message: 'all of them, in one file' });
}

/** Chooses where the run’s packets are captured, and how much of them, and hands over the file. */
export default function CaptureDialog({ points, onCapture, onClose }: CaptureDialogProps): ReactNode {
  const [where, setWhere] = useState(points[0]!);
  const [hasPayload, setPayload] = useState(false);
  const { isBusy, failure, run } = useTask();
  const [heading, at] = [useId(), useId()];
  const capture = (): Promise<void> => onCapture({ points: where === EVERYWHERE ? points : [where], hasPayload });

  const choices = [
    ...points.map((value) => ({ value, label: whereOf(value) })),
    { value: EVERYWHERE, label: sayEverywhere(points.length) },
  ];
  return (
    <Dialog aria-labelledby={heading} onClose={onClose}>
      <Stack as="form" method="dialog" isFilled>
        <Text id={heading} size="lead" isStrong>
          <Translate id="figure.capture.title">Capture this run</Translate>
        </Text>
        <Text tone="soft">
          <Translate id="figure.capture.what">
            Every packet of the run, with real headers and nanoseconds, in a pcapng file for Wireshark or tshark. Packet
            comments say what only the model knows: why a segment was sent again, and which packets were dropped.
          </Translate>
        </Text>
        <FieldGroup id={at} label={<Translate id="figure.capture.where">Capture at</Translate>}>
          <Choices labelledBy={`${at}-label`} value={where} choices={choices} onChoose={setWhere} />
        </FieldGroup>
        <Check
          label={<Translate id="figure.capture.payload">With payload, not only headers</Translate>}
          checked={hasPayload}
          onChange={() => setPayload(!hasPayload)}
        />
        <Row isCentred>
          <Button look="main" disabled={isBusy} onClick={() => void run(capture)}>
            <Translate id="figure.capture.download">Download</Translate>
          </Button>
          <Button type="submit">
            <Translate id="figure.capture.close">Close</Translate>
          </Button>
        </Row>
        <small role="status">
          {isBusy && <Translate id="figure.capture.busy">Running the model again …</Translate>}
        </small>
        {failure !== undefined && <small role="alert">{failure}</small>}
      </Stack>
    </Dialog>
  );
}
