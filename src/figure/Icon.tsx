import type { ReactNode } from 'react';

/** Drawn as lines. */
const LINES = {
  reset: 'M4.5 5.5A6 6 0 113 9.5M4 2.5v3.5h3.5',
  lock: 'M4.5 8h9v7h-9zM6 8V5.5a3 3 0 016 0V8',
  listen: 'M3 7v4h3l4 3V4L6 7zM12.5 6.5a4 4 0 010 5M14.5 4.5a7 7 0 010 9',
  lose: 'M4.5 4.5l9 9m0-9l-9 9',
};

/** Filled. */
const SHAPES = {
  play: 'M5 3.5v11l9-5.5z',
  pause: 'M5 3.5h2.6v11H5zM10.4 3.5H13v11h-2.6z',
  more: 'M3 9a1.5 1.5 0 103 0a1.5 1.5 0 10-3 0M7.5 9a1.5 1.5 0 103 0a1.5 1.5 0 10-3 0M12 9a1.5 1.5 0 103 0a1.5 1.5 0 10-3 0',
  step: 'M4 3.5v11l7-5.5zM12 3.5h2v11h-2z',
  stop: 'M5 5h8v8h-8z',
};

interface IconProps {
  name: keyof typeof LINES | keyof typeof SHAPES;
  /** px. */
  size?: number;
}

/** The small drawings on a figure's buttons. */
export const Icon = ({ name, size = 16 }: IconProps): ReactNode => (
  <svg viewBox="0 0 18 18" width={size} height={size} aria-hidden="true">
    {name in LINES ? (
      <path
        d={LINES[name as keyof typeof LINES]}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    ) : (
      <path d={SHAPES[name as keyof typeof SHAPES]} fill="currentColor" />
    )}
  </svg>
);
