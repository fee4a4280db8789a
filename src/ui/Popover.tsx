import { type ComponentProps, createContext, type ReactNode, use, useCallback, useId, useRef, useState } from 'react';
import { Button } from './Button';
import { useDismiss } from './useDismiss';
import css from './Popover.module.css';

interface PopoverProps {
  /** The button's. */
  label: ReactNode;
  children: ReactNode;
}

const Close = createContext(() => {});

/** Puts away the popover that this stands in, and gives the focus back to its button. */
export const useClosePopover = (): (() => void) => use(Close);

/** What is seldom wanted, behind a button. Escape and a turn to anything else put it away. */
export function Popover({ label, children }: PopoverProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = useCallback((why: 'escape' | 'outside' | 'done') => {
    setOpen(false);
    if (why !== 'outside') button.current?.focus();
  }, []);
  const done = useCallback(() => close('done'), [close]);
  useDismiss(root, isOpen, close);
  return (
    <span ref={root} className={css.anchor}>
      <Button
        ref={button}
        look="tool"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => (isOpen ? done() : setOpen(true))}
      >
        {label}
      </Button>
      {isOpen && (
        <span id={panel} className={css.panel}>
          <Close value={done}>{children}</Close>
        </span>
      )}
    </span>
  );
}

/** A line of it. While one is at work, the others wait (`aria-disabled`). */
export const PopoverItem = (props: ComponentProps<'button'>): ReactNode => (
  <button type="button" className={css.item} {...props} />
);

interface PopoverGroupProps {
  label: string;
  children: ReactNode;
}

/** Some lines of it that are of a kind. */
export const PopoverGroup = ({ label, children }: PopoverGroupProps): ReactNode => (
  <span className={css.group} role="group" aria-label={label}>
    <small aria-hidden="true">{label}</small>
    {children}
  </span>
);
