import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import clsx from 'clsx';
import type { Piece, ToolOutput } from '../../model/reading';
import { useEscape } from '../../figure/useEscape';
import { Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import list from '../list.module.css';
import { Meaning, type Words } from './Meaning';
import css from './ToolOutput.module.css';

/** Which way a key goes through the fields: steps, or to an end. */
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

const Plain = ({ piece: { text, isTelltale } }: { piece: Piece }): ReactNode =>
  isTelltale ? <mark data-telltale>{text}</mark> : text;

/** The pieces line by line; the break belongs to its line, so that the text can be copied as it is. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const piece of pieces)
    for (const [i, text] of piece.text.split(/(?<=\n)/).entries()) {
      lines.at(-1)!.push(i === 0 ? { ...piece, text } : { text });
      if (text.endsWith('\n')) lines.push([]);
    }
  return lines;
}

/**
 * A tool's output. Pointing at a field explains it, a click holds the explanation, and Escape puts it away; the fields
 * are one stop of the Tab key, and arrow keys go through them. All explanations stand below as well, for those who have
 * no scripts, print, or listen: a button is described by its entry there.
 */
export function Annotated({ output, words }: { output: ToolOutput; words: Words }): ReactNode {
  const { title, command, from, wrap, pieces, notes } = output;
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<number>();
  const [held, setHeld] = useState(false);
  // In the order of the text, which is the order of the keys and of the list.
  const order = pieces.flatMap(({ note }) => note ?? []);
  const [stop, setStop] = useState<number | undefined>(order[0]);
  const note = shown === undefined ? undefined : notes[shown];

  const show = (index: number | undefined, hold = false) => {
    setShown(index);
    setHeld(hold);
  };
  useEscape(frame, shown !== undefined, () => show(undefined));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || stop === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(order.indexOf(stop) + step, 0), order.length - 1);
    frame.current?.querySelector<HTMLElement>(`[data-note="${order[next]}"]`)?.focus();
  };

  return (
    <figure ref={frame} className={clsx('ui', 'experiment', css.output)} aria-label={words.output(title)}>
      <div className={css.both}>
        <pre className={css.text} data-wrap={wrap || undefined}>
          {command !== '' && (
            <span className={css.line}>
              <span className={css.prompt} aria-hidden="true">
                ${' '}
              </span>
              <b>{command}</b>
              {'\n'}
            </span>
          )}
          {linesOf(pieces).map((line, row) => (
            <span key={row} className={css.line}>
              {line.map((piece, i) =>
                piece.note === undefined ? (
                  <Plain key={i} piece={piece} />
                ) : (
                  <button
                    key={i}
                    type="button"
                    data-note={piece.note}
                    data-unknown={notes[piece.note]!.isUnknown}
                    data-telltale={piece.isTelltale}
                    tabIndex={piece.note === stop ? 0 : -1}
                    aria-describedby={`${id}-${piece.note}`}
                    aria-current={piece.note === shown || undefined}
                    onKeyDown={onKeyDown}
                    onMouseEnter={() => !held && show(piece.note)}
                    onFocus={() => {
                      setStop(piece.note);
                      show(piece.note);
                    }}
                    onClick={() => show(piece.note, !(held && shown === piece.note))}
                  >
                    {piece.text}
                  </button>
                ),
              )}
            </span>
          ))}
        </pre>
        <Stack gap={3} className={css.panel} data-only="screen scripts" data-empty={note === undefined || undefined}>
          {note ? (
            <>
              <Row as="p" isApart>
                <Text as="code" isStrong>
                  {note.name}
                </Text>
                {note.unit !== '' && <small>{note.unit}</small>}
              </Row>
              <Meaning note={note} words={words} />
            </>
          ) : (
            <small>{words.hint}</small>
          )}
        </Stack>
      </div>
      <details className={css.list}>
        <summary>{words.all(order.length)}</summary>
        <dl>
          {order.map((index, place) => {
            const each = notes[index]!;
            const again = order.slice(0, place).some((earlier) => notes[earlier]!.name === each.name);
            return (
              <Stack gap={2} key={index} className={list.row}>
                <Row as="dt">
                  <code>{each.at}</code>
                  {each.name !== each.at && <small>{each.name}</small>}
                  {!again && each.unit !== '' && <small>{each.unit}</small>}
                </Row>
                <Stack as="dd" gap={2} id={`${id}-${index}`}>
                  <Meaning note={each} again={again && each.here !== ''} words={words} />
                </Stack>
              </Stack>
            );
          })}
        </dl>
      </details>
      <figcaption>
        <small>
          <Marked text={from} />
        </small>
      </figcaption>
    </figure>
  );
}
