import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useContext, useState } from 'react';
import type { CaptureQuestion } from '../../../model/contract';
import { Button } from '../../../ui/Button';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/Panel';
import { saveBytes } from '../../../ui/saveFile';
import { CaptureOf } from '../captureOf';
import { messageOf } from '../../../runtime/errors';

/** The capture as a file, which the model makes when it is asked for. */
export function CaptureDownload({ question: { id, at } }: { question: CaptureQuestion }): ReactNode {
  const captureOf = useContext(CaptureOf);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function save(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { base64, name } = await captureOf!(id);
      saveBytes(base64, name);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Row isCentred>
        <Button disabled={!captureOf || isBusy} onClick={() => void save()}>
          {isBusy ? (
            <Translate id="question.capture.making">Making the capture …</Translate>
          ) : (
            <Translate id="question.capture.download">Download the capture</Translate>
          )}
        </Button>
        <small>
          {at === 'sender'
            ? translate({ id: 'question.capture.sender', message: 'It was made at the sender of the data.' })
            : translate({ id: 'question.capture.receiver', message: 'It was made at the receiver of the data.' })}{' '}
          <Translate id="question.capture.open">
            Wireshark and tshark open it. Packets end behind their headers.
          </Translate>
        </small>
      </Row>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
    </>
  );
}
