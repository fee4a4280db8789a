import type { ReactNode } from 'react';
import css from './form.module.css';

interface FrameProps {
  /** Of the control. */
  id: string;
  label: ReactNode;
  /** What the field is for. */
  hint?: ReactNode;
  problem?: string | undefined;
  /** It is only that nothing stands there yet. */
  isMissing?: boolean;
  /** Several controls, so no label of one. */
  group?: boolean;
  className?: string;
  children: ReactNode;
}

export const hintId = (id: string): string => `${id}-hint`;
export const problemId = (id: string): string => `${id}-problem`;

/** For `aria-describedby`. */
export const describedBy = (id: string, hint: unknown, problem: unknown): string | undefined =>
  [hint && hintId(id), problem && problemId(id)].filter(Boolean).join(' ') || undefined;

/** A label, a word on what it is for, the control, and what is wrong with what stands there. */
export function Frame({
  id,
  label,
  hint,
  problem,
  isMissing = false,
  group = false,
  className = '',
  children,
}: FrameProps): ReactNode {
  return (
    <div
      className={`${css.field} ${className}`}
      data-bad={problem !== undefined && !isMissing}
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label`, id, tabIndex: -1 })}
    >
      {group ? (
        <span id={`${id}-label`} className={css.label}>
          {label}
        </span>
      ) : (
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
      )}
      {hint && (
        <p id={hintId(id)} className={css.hint}>
          {hint}
        </p>
      )}
      {children}
      <Wrong {...{ id, problem, isMissing }} />
    </div>
  );
}

interface WrongProps {
  id: string;
  problem: string | undefined;
  isMissing?: boolean;
}

/** What is wrong with a field, or missing in it, in Python's words. */
export function Wrong({ id, problem, isMissing = false }: WrongProps): ReactNode {
  return (
    problem && (
      <p id={problemId(id)} className={css.problem} data-missing={isMissing}>
        {isMissing ? '○' : '✗'} {problem}
      </p>
    )
  );
}
