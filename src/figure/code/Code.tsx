import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import type { CodeParameter } from '../../model/contract';
import { refusal } from '../messages';
import { check } from '../parameters';
import tool from '../Tool.module.css';
import { Listing } from './Listing';
import { useEditor } from './useEditor';
import css from './Code.module.css';

interface CodeEditorProps {
  parameter: CodeParameter;
  value: string;
  /** What "Put the original back" puts back. */
  original: string;
  onRun: (code: string) => void;
  /** Why the last run failed, and in which line. */
  error: string | undefined;
  line: number | undefined;
  running: boolean;
  /** Code that was not run yet: did it come with a link, or has the reader left it so? */
  unread: 'link' | 'draft' | undefined;
  /** Told what stands there, whenever that changes. */
  onText?: ((text: string) => void) | undefined;
}

/** Python that the reader writes, and that runs when the reader says so. */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { parameter, value, original, onRun, error, line, running, unread, onText } = props;
  const { label, help } = parameter;
  const [heading, hint] = [useId(), useId()];
  const [tooLong, setTooLong] = useState(false);
  const { place, editor, text } = useEditor({ value, line, label, describedBy: hint, onRun: () => run() });
  const waits = unread !== undefined || text !== value;
  const tell = useEffectEvent((now: string) => onText?.(now));
  useEffect(() => tell(text), [text]);

  function run(code = editor?.text() ?? value): void {
    const good = check(parameter, code) !== undefined;
    setTooLong(!good);
    if (good) onRun(code);
  }

  function putBack(): void {
    editor?.setText(original);
    if (unread || value !== original) run(original);
  }

  const message = tooLong ? refusal(parameter, `${text.slice(0, 20)}…`) : error;
  return (
    <div role="group" className={css.code} aria-labelledby={heading} data-parameter={parameter.name}>
      <div className={css.head}>
        <span id={heading} className={css.label}>
          {label}
        </span>
        <span className={css.state} role="status">
          {waits ? (
            <Translate id="figure.code.waits">Not run yet</Translate>
          ) : (
            running && <Translate id="figure.code.running">Running …</Translate>
          )}
        </span>
      </div>
      {unread === 'link' && (
        <p className={css.notice} role="status">
          <Translate id="figure.code.fromLink">
            This code came with the link. Read it before you run it. The picture still shows the book’s own.
          </Translate>
        </p>
      )}
      <div className={css.place} ref={place} data-editor={editor !== undefined}>
        {!editor && <Listing text={value} label={label} />}
      </div>
      {message !== undefined && (
        <p className={clsx(css.notice, css.error)} role="alert">
          {message}
        </p>
      )}
      <div className={css.tools}>
        <button type="button" className={css.run} disabled={!editor} onClick={() => run()}>
          <Translate id="figure.code.run">Run</Translate>
          <kbd className={css.key} aria-hidden="true">
            Ctrl ↵
          </kbd>
        </button>
        <button
          type="button"
          className={tool.tool}
          disabled={!editor || (text === original && value === original && !unread)}
          onClick={putBack}
        >
          <Translate id="figure.code.original">Put the original back</Translate>
        </button>
      </div>
      {help && <p className={css.note}>{help}</p>}
      <p id={hint} className={css.note}>
        <Translate id="figure.code.hint">
          Tab indents; press Escape, then Tab to leave the editor. Your code runs in this page alone, shut off from the
          network, and is stopped if it is silent for 3 seconds.
        </Translate>
      </p>
    </div>
  );
}
