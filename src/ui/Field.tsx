import clsx from 'clsx';
import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import css from './Field.module.css';

interface FieldProps {
  label: ReactNode;
  /** What to write, and in which form. */
  hint?: ReactNode;
  unit?: ReactNode;
  /** What is wrong with what was written, and what is allowed. */
  problem?: ReactNode;
  className?: string;
  /** The `input`, `select` or `textarea`. */
  children: ReactElement<ComponentProps<'input'>>;
}

/** A thing to fill in: its name, what is said of it, and what is wrong with it, in words and for a screen reader. */
export function Field({ label, hint, unit, problem, className, children }: FieldProps): ReactNode {
  const id = useId();
  const control = cloneElement(children, {
    id: children.props.id ?? id,
    'aria-describedby': hint || problem ? `${id}-said` : undefined,
    'aria-invalid': problem ? true : undefined,
  });
  return (
    <div className={clsx(css.field, className)}>
      <label className={css.label} htmlFor={children.props.id ?? id}>
        {label}
      </label>
      {unit ? (
        <span className={css.control}>
          {control} <small>{unit}</small>
        </span>
      ) : (
        control
      )}
      {(hint || problem) && (
        <span id={`${id}-said`}>
          {hint && <small>{hint}</small>}{' '}
          {problem && (
            <span role="alert" className={css.problem}>
              {problem}
            </span>
          )}
        </span>
      )}
    </div>
  );
}

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
