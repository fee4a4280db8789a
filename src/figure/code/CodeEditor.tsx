import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { CodeParameter } from '../../model/contract';
import { Button, Chip } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { refusal } from '../messages';
import { check } from '../parameters';
import { Listing } from './Listing';
import { useEditor } from './useEditor';
import { useFiles } from './useFiles';
import css from './CodeEditor.module.css';

interface CodeEditorProps {
  parameter: CodeParameter;
  value: string;
  /** What "Restore the original" restores. */
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
  /** Is it a text of the book? undefined: it stands in a question, and there is one file. */
  isBooks: ((text: string) => boolean) | undefined;
}

/** Who has stopped typing for so long (ms) wants to see what it does. */
const PAUSE = 600;

/** Python that the reader writes: it runs when the reader says so, or, outside of questions, stops to think. */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { parameter, value, original, onRun, error, line, running, unread, onText, isBooks } = props;
  const { label, help } = parameter;
  const [heading, hint] = [useId(), useId()];
  const [tooLong, setTooLong] = useState(false);
  const [isTall, setTall] = useState(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { place, editor, text } = useEditor({
    ...{ value, line, label, onType },
    describedBy: hint,
    onRun: () => run(),
  });
  const files = useFiles({ text, value, isBooks });
  const waits = unread !== undefined || text !== value;
  const tell = useEffectEvent((now: string) => onText?.(now));
  useEffect(() => tell(text), [text]);

  // A question is answered when its reader says so, and what came with a link is read before.
  function onType(now: string): void {
    if (!isBooks || unread) return;
    files.typed(now);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => run(), PAUSE);
  }
  useEffect(() => () => clearTimeout(pause.current), []);

  function run(code = editor?.text() ?? value): void {
    clearTimeout(pause.current);
    if (code === value && !unread && error === undefined && !tooLong) return;
    const good = check(parameter, code) !== undefined;
    setTooLong(!good);
    if (good) onRun(code);
  }

  function putBack(): void {
    editor?.setText(original);
    if (unread || value !== original) run(original);
  }

  function openOwn(): void {
    files.open();
    editor?.setText(files.own!);
    run(files.own);
  }

  const message = tooLong ? refusal(parameter, `${text.slice(0, 20)}…`) : error;
  return (
    <Stack role="group" gap={2} isFilled aria-labelledby={heading} data-parameter={parameter.name}>
      <Row isApart className={css.head}>
        <Text as="span" id={heading} size="note" isStrong className={css.heading}>
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
            This code came with the link. Read it before you run it. The picture still shows the book’s code.
          </Translate>
        </Notice>
      )}
      <div className={css.place} ref={place} data-editor={editor !== undefined} data-tall={isTall}>
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
        {isBooks && (
          <Row gap={2} isCentred className={css.files}>
            <Chip isOn={files.shown === 'yours'} disabled={!editor || files.own === undefined} onClick={openOwn}>
              <Translate id="figure.code.yours">Yours</Translate>
            </Chip>
            <Text as="span" size="small" tone="soft">
              {files.shown === 'book' ? (
                <Translate id="figure.code.book">The book’s code</Translate>
              ) : (
                files.shown === 'changed' && <Translate id="figure.code.changed">Not saved</Translate>
              )}
            </Text>
            {files.shown === 'changed' && !unread && (
              <Button look="tool" onClick={files.keep}>
                <Translate id="figure.code.keep">Save as yours</Translate>
              </Button>
            )}
          </Row>
        )}
        <Button
          look="tool"
          className={css.original}
          disabled={!editor || (text === original && value === original && !unread)}
          onClick={putBack}
        >
          <Translate id="figure.code.original">Restore the original</Translate>
        </Button>
        <Button look="tool" aria-pressed={isTall} onClick={() => setTall(!isTall)}>
          {isTall ? (
            <Translate id="figure.code.shorter">Shorter</Translate>
          ) : (
            <Translate id="figure.code.taller">Taller</Translate>
          )}
        </Button>
        <details className={css.help}>
          <summary>
            <Translate id="figure.code.help">What to write</Translate>
          </summary>
          {help && <small>{help}</small>}
          <small id={hint}>
            <Translate id="figure.code.hint">
              Tab indents. To leave the editor, press Escape, then Tab. Your code runs only in this page, cut off from
              the network, and is stopped if it goes silent for 3 seconds.
            </Translate>
          </small>
        </details>
      </Row>
    </Stack>
  );
}
