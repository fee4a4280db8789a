import { translate } from '@docusaurus/Translate';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import css from './Table.module.css';

/** A table of a chapter. Where it is wider than the text it is scrolled: by keys, too, whether scripts run or not. */
export default function Table(props: ComponentProps<'table'>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const named = {
    role: 'group',
    'aria-label': translate({ id: 'prose.table', message: 'Table, wider than the text' }),
    tabIndex: 0,
  };
  return (
    <div ref={place} className={css.wide} {...(scrolls && named)}>
      <table {...props} />
    </div>
  );
}
