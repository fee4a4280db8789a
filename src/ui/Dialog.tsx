import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import css from './Dialog.module.css';

interface DialogProps extends ComponentProps<'dialog'> {
  /** `sheet`: as high as the window, at its side. */
  look?: 'box' | 'sheet';
  /** Stays in sight, however far the rest is scrolled: its buttons. */
  bar?: ReactNode;
  onClose: () => void;
}

/**
 * Stands over the page from its first moment until `onClose`: the browser's own, which keeps the focus inside, closes
 * with Escape and gives the focus back. A button of a form with `method="dialog"` closes it.
 */
export function Dialog({ look = 'box', bar, className, children, ...rest }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={clsx('ui', css.dialog, look === 'sheet' && css.sheet, className)} {...rest}>
      {bar && <div className={css.bar}>{bar}</div>}
      {children}
    </dialog>
  );
}
