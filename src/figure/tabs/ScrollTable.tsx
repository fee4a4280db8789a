import type { ReactNode } from 'react';
import css from './Tabs.module.css';

/** A table that may be wider or longer than its place, and is then scrolled: by keys, too. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={css.table}>{children}</table>
    </div>
  );
}
