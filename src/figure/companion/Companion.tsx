import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Experiment, Figure } from '../../model/contract';
import type { Result } from '../../model/types';
import type { RunOverlay } from '../../views/view';
import { letGo, touched } from '../inPage';
import { CompanionLane } from './CompanionLane';
import { CompanionNumber } from './CompanionNumber';
import { useOutOfSight } from './useOutOfSight';
import css from './Companion.module.css';

export interface CompanionProps {
  name: string;
  experiment: Experiment;
  /** What the figure shows. */
  run: Result;
  overlays: readonly RunOverlay[];
  growing: boolean;
  /** Absent while it is not to be seen. */
  number: Figure | undefined;
  before: Figure | undefined;
  sentence: string;
  /** The figure that it takes the place of. */
  frame: RefObject<Element | null>;
}

/** px between what has the focus and the strip at the window's lower edge. */
const CLEAR = 16;

/** What the figure answers, beside the text: while a number or a word of it is touched from where it is not seen. */
export function Companion({ name, frame, ...shown }: CompanionProps): ReactNode {
  const now = useSyncExternalStore(touched.subscribe, touched.get, () => undefined);
  const mine = now?.figure === name ? now : undefined;
  const element = mine?.element;
  const isOut = useOutOfSight(frame, element);
  const aside = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!element) return undefined;
    const elsewhere = ({ target }: PointerEvent): void => {
      if (!element.contains(target as Node)) letGo(element);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [element]);

  // A strip must not cover what has the focus.
  useLayoutEffect(() => {
    if (!isOut || !aside.current || !element || element !== document.activeElement) return;
    const strip = aside.current.getBoundingClientRect();
    const { right, bottom } = element.getBoundingClientRect();
    if (right > strip.left && bottom + CLEAR > strip.top) window.scrollBy({ top: bottom + CLEAR - strip.top });
  }, [isOut, element]);

  if (!mine || !isOut) return null;
  const { experiment, number, before, sentence } = shown;
  return createPortal(
    <aside
      ref={aside}
      className={`ui ${css.companion}`}
      data-companion={name}
      data-late={mine.isWord}
      aria-label={experiment.title}
    >
      {number && <CompanionNumber number={number} before={before} />}
      <CompanionLane {...shown} quantity={mine.quantity}>
        {sentence}
      </CompanionLane>
    </aside>,
    document.body,
  );
}
