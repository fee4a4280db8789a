import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useCopy } from '../figure/share/useCopy';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Field } from '../ui/Field';
import { Row, Stack } from '../ui/layout';
import { saveFile } from '../ui/saveFile';
import { Text } from '../ui/Text';
import type { Report } from './report';
import css from './DisputeDialog.module.css';

interface DisputeDialogProps extends Report {
  /** Of the file that it is saved as. */
  name: string;
  onClose: () => void;
}

/** A report to be copied or saved, where the book has no tracker that it could open. */
export function DisputeDialog({ title, body, name, onClose }: DisputeDialogProps): ReactNode {
  const heading = useId();
  const place = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(`# ${title}\n\n${body}\n`);
  const { state, copy } = useCopy();
  useEffect(() => {
    if (state === 'blocked') place.current?.select();
  }, [state]);
  return (
    <Dialog aria-labelledby={heading} onClose={onClose}>
      <Stack as="form" method="dialog" isFilled>
        <Text id={heading} size="lead" isStrong>
          <Translate id="dispute.title">Dispute this</Translate>
        </Text>
        <Text tone="soft">
          <Translate id="dispute.what">
            This copy of the book doesn’t say where to report mistakes, so nothing is sent. Copy or save the text, add
            what is wrong, and give it to the people who run this copy.
          </Translate>
        </Text>
        <Field label={<Translate id="dispute.text">The report</Translate>}>
          <textarea
            ref={place}
            className={css.text}
            rows={12}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Row isCentred>
          <Button look="main" onClick={() => void copy(text)}>
            <span aria-live="polite">
              {state === 'copied' ? (
                <Translate id="figure.link.copied">Copied</Translate>
              ) : (
                <Translate id="figure.embed.copy">Copy</Translate>
              )}
            </span>
          </Button>
          <Button onClick={() => saveFile(new Blob([text], { type: 'text/markdown' }), `disputed-${name}.md`)}>
            <Translate id="dispute.save">Save as a file</Translate>
          </Button>
          <Button type="submit">
            <Translate id="figure.embed.close">Close</Translate>
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
