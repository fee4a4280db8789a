import Translate, { translate } from '@docusaurus/Translate';
import { Fragment, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { placesIn } from '../../answers';
import { IconButton } from '../../../ui/Button';
import { Stack } from '../../../ui/layout';
import { Marked } from '../../../ui/Marked';
import type { QuestionProps } from './props';
import { useReorder } from './useReorder';
import { Text } from '../../../ui/Text';
import unseen from '../../../ui/unseen.module.css';
import css from './Order.module.css';

/** Texts to be put in order, by dragging, by buttons or by keys; those that do not belong stay out. */
export default function Order(props: QuestionProps<'order'>): ReactNode {
  const { question, answer, onAnswer, isClosed, labelledBy } = props;
  const { items, keep } = question;
  const known = items.map(({ place }) => place);
  const order = [...new Set(placesIn(answer))].filter((place) => known.includes(place));
  const rest = known.filter((place) => !order.includes(place));
  const [said, setSaid] = useState('');
  const hint = useId();
  const root = useRef<HTMLDivElement>(null);
  const moved = useRef<number>(undefined);
  const textOf = (place: number): string => items.find((each) => each.place === place)!.text;

  /** Put it at an index of the order; undefined: out of it. */
  function put(place: number, index: number | undefined): void {
    const next = order.filter((each) => each !== place);
    if (index !== undefined) next.splice(Math.max(0, Math.min(next.length, index)), 0, place);
    if (next.length === order.length && next.every((each, i) => each === order[i])) return;
    onAnswer(next.length > 0 ? next : undefined);
    const now = next.indexOf(place);
    setSaid(
      now < 0
        ? translate({ id: 'question.order.out', message: '{text}: left out' }, { text: textOf(place) })
        : translate(
            { id: 'question.order.at', message: '{text}: number {number} of {count}' },
            { text: textOf(place), number: now + 1, count: next.length },
          ),
    );
    moved.current = place;
  }

  // It may have gone to the other list: the keys go with it, before the next one is pressed.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    root.current?.querySelector<HTMLElement>(`[data-place="${moved.current}"]`)?.focus();
    moved.current = undefined;
  });

  const [held, pointing] = useReorder(root, put);
  const over = held?.over;
  const dragged = over === undefined ? undefined : held!.place;

  function press(event: KeyboardEvent, place: number): void {
    if (isClosed || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = order.indexOf(place);
    const placed = index >= 0;
    const moves: Record<string, (() => void) | undefined> = {
      ArrowUp: placed ? () => put(place, index - 1) : undefined,
      ArrowDown: placed ? () => put(place, index + 1) : undefined,
      Enter: placed ? undefined : () => put(place, order.length),
      ' ': placed ? undefined : () => put(place, order.length),
      Delete: placed ? () => put(place, undefined) : undefined,
      Backspace: placed ? () => put(place, undefined) : undefined,
    };
    const move = moves[event.key];
    if (!move || event.target !== event.currentTarget) return;
    event.preventDefault();
    move();
  }

  const item = (place: number): ReactNode => {
    const index = order.indexOf(place);
    const placed = index >= 0;
    const text = textOf(place);
    return (
      <li className={css.item} data-item={place} data-dragged={dragged === place}>
        <div
          className={css.grip}
          role="button"
          tabIndex={isClosed ? -1 : 0}
          aria-disabled={isClosed}
          data-place={place}
          aria-describedby={hint}
          onKeyDown={(event) => press(event, place)}
        >
          {!isClosed && (
            <span className={css.handle} data-handle aria-hidden="true">
              ⠿
            </span>
          )}
          {placed && (
            <Text as="b" tone="soft" isNumbers>
              {index + 1}
            </Text>
          )}
          <span>
            <Marked text={text} />
          </span>
        </div>
        {!isClosed && (
          <span className={css.buttons}>
            {placed ? (
              <>
                <IconButton
                  label={translate({ id: 'question.order.up', message: 'Up: {text}' }, { text })}
                  disabled={index === 0}
                  onClick={() => put(place, index - 1)}
                >
                  ↑
                </IconButton>
                <IconButton
                  label={translate({ id: 'question.order.down', message: 'Down: {text}' }, { text })}
                  disabled={index === order.length - 1}
                  onClick={() => put(place, index + 1)}
                >
                  ↓
                </IconButton>
                <IconButton
                  label={translate({ id: 'question.order.remove', message: 'Remove: {text}' }, { text })}
                  onClick={() => put(place, undefined)}
                >
                  ✕
                </IconButton>
              </>
            ) : (
              <IconButton
                label={translate({ id: 'question.order.add', message: 'Add at the end: {text}' }, { text })}
                onClick={() => put(place, order.length)}
              >
                +
              </IconButton>
            )}
          </span>
        )}
      </li>
    );
  };

  // Where the line between two items shows what a drop would do; the one that is held does not count.
  const from = dragged === undefined ? -1 : order.indexOf(dragged);
  const lineAt = typeof over === 'number' ? over + (from >= 0 && over >= from ? 1 : 0) : undefined;
  return (
    <div
      ref={root}
      className={css.order}
      role="group"
      aria-labelledby={labelledBy}
      data-dragging={dragged !== undefined}
      {...(isClosed ? {} : pointing)}
    >
      <Stack as="section" gap={2} isFilled>
        <Text size="note" tone="soft" isStrong>
          {keep === undefined ? (
            <Translate id="question.order.pool">Not placed yet</Translate>
          ) : (
            translate({ id: 'question.order.some', message: 'Lines to choose from ({keep} belong)' }, { keep })
          )}
        </Text>
        <ul className={css.list} data-list="rest" data-over={over === 'rest'}>
          {rest.map((place) => (
            <Fragment key={place}>{item(place)}</Fragment>
          ))}
        </ul>
      </Stack>
      <Stack as="section" gap={2} isFilled>
        <Text size="note" tone="soft" isStrong>
          <Translate id="question.order.yours">Your order</Translate>
        </Text>
        <ol className={css.list} data-list="order">
          {lineAt === 0 && <li className={css.line} aria-hidden="true" />}
          {order.map((place, i) => (
            <Fragment key={place}>
              {item(place)}
              {lineAt === i + 1 && <li className={css.line} aria-hidden="true" />}
            </Fragment>
          ))}
          {order.length === 0 && (
            <li>
              <small>
                <Translate id="question.order.drag">Drag here whatever comes first</Translate>
              </small>
            </li>
          )}
        </ol>
      </Stack>
      <small id={hint} className={css.hint}>
        <Translate id="question.order.hint">
          Drag the lines, or use the buttons. On a keyboard, Enter places a line, the arrows move it, and Delete removes
          it.
        </Translate>
      </small>
      <p className={unseen.unseen} role="status">
        {said}
      </p>
    </div>
  );
}
