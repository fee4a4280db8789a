import type { ReactNode } from 'react';
import tool from '../Tool.module.css';

const PATHS = {
  link: 'M7.5 10.5l3-3M8 5.5l1.6-1.6a3.1 3.1 0 014.4 4.4L12.4 10M10 12.4l-1.6 1.6A3.1 3.1 0 014 9.6L5.6 8',
  done: 'M3 9l4 4 8-9',
  share: 'M9 11V2.5M5.8 5.5L9 2.3l3.2 3.2M5 8H3.5v7.5h11V8H13',
  reset: 'M4.5 5.5A6 6 0 113 9.5M4 2.5v3.5h3.5',
  lock: 'M4.5 8h9v7h-9zM6 8V5.5a3 3 0 016 0V8',
};

/** The small drawings on a figure's buttons. */
export function Icon({ name }: { name: keyof typeof PATHS }): ReactNode {
  return (
    <svg className={tool.icon} viewBox="0 0 18 18" width={18} height={18} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
