import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCopy } from '../../../figure/share/useCopy';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Row, Stack } from '../../../ui/layout';
import form from '../form/form.module.css';

interface CopyFieldProps {
  label: ReactNode;
  text: string;
  rows: number;
  children?: ReactNode;
}

/** A text to be taken elsewhere. Where the clipboard is closed to us, it stands there selected. */
export function CopyField({ label, text, rows, children }: CopyFieldProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, copy } = useCopy();
  useEffect(() => {
    if (state === 'blocked') field.current?.select();
  }, [state]);
  return (
    <Stack gap={3} isFilled>
      <Field label={label}>
        <textarea ref={field} className={form.mono} readOnly rows={rows} spellCheck={false} value={text} />
      </Field>
      <Row gap={3} isCentred>
        <Button onClick={() => void copy(text)}>
          <span aria-live="polite">
            {state === 'copied' ? (
              <Translate id="figure.link.copied">Copied</Translate>
            ) : (
              <Translate id="figure.embed.copy">Copy</Translate>
            )}
          </span>
        </Button>
        {children}
      </Row>
    </Stack>
  );
}
