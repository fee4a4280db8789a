import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import type { CodeParameter } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { refusal } from '../messages';
import { check } from '../parameters';
import { Listing } from './Listing';
import { useEditor } from './useEditor';
import css from './CodeEditor.module.css';

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
    <Stack role="group" gap={3} isFilled className={css.code} aria-labelledby={heading} data-parameter={parameter.name}>
      <Row isApart>
        <Text as="span" id={heading} size="note" isStrong>
          {label}
        </Text>
        <small role="status">
          {waits ? (
            <Translate id="figure.code.waits">Not run yet</Translate>
          ) : (
            running && <Translate id="figure.code.running">Running …</Translate>
          )}
        </small>
      </Row>
      {unread === 'link' && (
        <Notice tone="partly">
          <Translate id="figure.code.fromLink">
            This code came with the link. Read it before you run it. The picture still shows the book’s own.
          </Translate>
        </Notice>
      )}
      <div className={css.place} ref={place} data-editor={editor !== undefined}>
        {!editor && <Listing text={value} label={label} />}
      </div>
      {message !== undefined && (
        <Notice tone="bad" className={css.error}>
          {message}
        </Notice>
      )}
      <Row gap={3} isCentred data-only="screen">
        <Button look="main" disabled={!editor} onClick={() => run()}>
          <Translate id="figure.code.run">Run</Translate>
          <Text as="span" size="small" className={css.key} aria-hidden="true">
            Ctrl ↵
          </Text>
        </Button>
        <Button
          look="tool"
          disabled={!editor || (text === original && value === original && !unread)}
          onClick={putBack}
        >
          <Translate id="figure.code.original">Put the original back</Translate>
        </Button>
      </Row>
      {help && <small data-only="screen">{help}</small>}
      <small id={hint} data-only="screen">
        <Translate id="figure.code.hint">
          Tab indents; press Escape, then Tab to leave the editor. Your code runs in this page alone, shut off from the
          network, and is stopped if it is silent for 3 seconds.
        </Translate>
      </small>
    </Stack>
  );
}
