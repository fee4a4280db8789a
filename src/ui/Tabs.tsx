import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import css from './Tabs.module.css';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  panel: () => ReactNode;
}

interface TabsProps<Id extends string> {
  /** What they are of. */
  label: string;
  tabs: Tab<Id>[];
  /** undefined: all are closed. */
  open: Id | undefined;
  onOpen: (id: Id | undefined) => void;
}

/**
 * One of several, or none, below the row of their names. Arrows, Home and End move between them, as the WAI-ARIA
 * pattern of tabs has it; pressed again, the open one closes.
 */
export function Tabs<Id extends string>({ label, tabs, open, onOpen }: TabsProps<Id>): ReactNode {
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find(({ id }) => id === open);

  function press(event: KeyboardEvent, index: number): void {
    const last = tabs.length - 1;
    const to = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onOpen(tabs[to]!.id);
    list.current?.querySelectorAll('button')[to]?.focus();
  }

  return (
    <>
      <div ref={list} className={css.list} role="tablist" aria-label={label}>
        {tabs.map(({ id, label: name }, index) => (
          <button
            key={id}
            id={`${prefix}-${id}`}
            type="button"
            role="tab"
            className={css.tab}
            aria-selected={id === open}
            aria-controls={id === open ? `${prefix}-panel` : undefined}
            tabIndex={id === (open ?? tabs[0]?.id) ? 0 : -1}
            onClick={() => onOpen(id === open ? undefined : id)}
            onKeyDown={(event) => press(event, index)}
          >
            {name}
          </button>
        ))}
      </div>
      {current && (
        <div id={`${prefix}-panel`} className={css.panel} role="tabpanel" aria-labelledby={`${prefix}-${current.id}`}>
          {current.panel()}
        </div>
      )}
    </>
  );
}
