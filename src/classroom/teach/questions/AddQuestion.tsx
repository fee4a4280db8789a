import Translate from '@docusaurus/Translate';
import { type ReactNode, useRef } from 'react';
import { blankQuestion } from '../draft/blank';
import { KINDS } from '../draft/types';
import { kindWords } from '../kinds/Kinds';
import { useTeach } from '../useDraft';
import own from './questions.module.css';

/** The kinds of questions, to take one from. */
export function AddQuestion({ isOpen }: { isOpen: boolean }): ReactNode {
  const { draft, dispatch } = useTeach();
  const details = useRef<HTMLDetailsElement>(null);
  const words = kindWords();
  function add(kind: string): void {
    const taken = draft.questions.map(({ id }) => id);
    dispatch({ type: 'add', question: blankQuestion(kind, taken) });
    if (details.current) details.current.open = false;
  }
  return (
    <details ref={details} className={own.add} open={isOpen || undefined}>
      <summary>
        <Translate id="teach.add">Add a question</Translate>
      </summary>
      <ul>
        {KINDS.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={() => add(kind)}>
              <b>{words[kind].name}</b>
              <span>{words[kind].asks}</span>
              <small>{words[kind].marked}</small>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
