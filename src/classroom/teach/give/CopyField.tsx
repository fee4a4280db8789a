import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useCopy } from '../../../figure/share/useCopy';
import form from '../form/form.module.css';
import css from './give.module.css';
import { Button } from '../../../ui/Button';

interface CopyFieldProps {
  label: ReactNode;
  text: string;
  rows: number;
  children?: ReactNode;
}

/** A text to be taken elsewhere. Where the clipboard is closed to us, it stands there selected. */
export function CopyField({ label, text, rows, children }: CopyFieldProps): ReactNode {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, copy } = useCopy();
  useEffect(() => {
    if (state === 'blocked') field.current?.select();
  }, [state]);
  return (
    <div className={form.field}>
      <label htmlFor={id} className={form.label}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className={`${form.mono} ${css.copy}`}
        readOnly
        rows={rows}
        spellCheck={false}
        value={text}
      />
      <p className={form.buttons}>
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
      </p>
    </div>
  );
}
