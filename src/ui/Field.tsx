import clsx from 'clsx';
import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import css from './Field.module.css';

interface FieldProps {
  label: ReactNode;
  /** What to write, and in which form. */
  hint?: ReactNode;
  unit?: ReactNode;
  /** Buttons that belong to it. */
  beside?: ReactNode;
  /** What is wrong with what was written, and what is allowed. */
  problem?: ReactNode;
  /** The problem is only that nothing stands there yet: it is said without alarm. */
  isMissing?: boolean | undefined;
  /** `off`: problems come and go with each letter, and something else tells of them. */
  alert?: 'off' | undefined;
  className?: string | undefined;
  /** The `input`, `select` or `textarea`. */
  children: ReactElement<ComponentProps<'input'>>;
}

/** A thing to fill in: its name, what is said of it, and what is wrong with it, in words and for a screen reader. */
export function Field({ label, hint, unit, beside, className, children, ...wrong }: FieldProps): ReactNode {
  const own = useId();
  const id = children.props.id ?? own;
  const isSaid = Boolean(hint || wrong.problem);
  const control = cloneElement(children, {
    id,
    'aria-describedby': isSaid ? `${id}-said` : undefined,
    'aria-invalid': wrong.problem && !wrong.isMissing ? true : undefined,
  });
  return (
    <div className={clsx(css.field, className)}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {unit || beside ? (
        <span className={css.control}>
          {control} {unit && <small>{unit}</small>} {beside}
        </span>
      ) : (
        control
      )}
      {isSaid && (
        <span id={`${id}-said`}>
          {hint && <small>{hint}</small>} <Problem {...wrong} />
        </span>
      )}
    </div>
  );
}

interface FieldGroupProps extends Omit<FieldProps, 'unit' | 'beside' | 'children'> {
  id?: string;
  children: ReactNode;
}

/** Several controls below one name. A link can lead to it. */
export function FieldGroup({ id, label, hint, className, children, ...wrong }: FieldGroupProps): ReactNode {
  const own = useId();
  const name = id ?? own;
  return (
    <div id={name} role="group" aria-labelledby={`${name}-label`} tabIndex={-1} className={clsx(css.group, className)}>
      <span id={`${name}-label`} className={css.label}>
        {label}
      </span>
      {hint && <small>{hint}</small>}
      {children}
      <Problem id={`${name}-said`} {...wrong} />
    </div>
  );
}

interface ProblemProps extends Pick<FieldProps, 'problem' | 'isMissing' | 'alert'> {
  id?: string;
}

/** What is wrong with one field or several. */
export const Problem = ({ id, problem, isMissing = false, alert }: ProblemProps): ReactNode =>
  problem && (
    <span
      id={id}
      role={isMissing || alert === 'off' ? undefined : 'alert'}
      className={css.problem}
      data-missing={isMissing}
    >
      {problem}
    </span>
  );

interface CheckProps extends ComponentProps<'input'> {
  type?: 'checkbox' | 'radio';
  label: ReactNode;
  /** More about it, below. */
  note?: ReactNode;
}

/** One thing to tick, or one of several. */
export const Check = ({ type = 'checkbox', label, note, className, ...rest }: CheckProps): ReactNode => (
  <label className={clsx(css.check, className)}>
    <input type={type} {...rest} />
    <span>
      {label}
      {note && <small>{note}</small>}
    </span>
  </label>
);
