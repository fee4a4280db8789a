import type { ReactNode } from 'react';
import type { Quantity } from '../model/contract';
import type { Pen } from './pen';
import { inkOf } from './styles';
import views from './views.module.css';

const digit = (value: number): number => Math.round(value * 10) / 10;

/** The pen for SVG: what it has drawn is in `drawn`. */
export function svgPen(): Pen & { drawn: ReactNode[] } {
  const drawn: ReactNode[] = [];
  const common = (ink: Quantity, strength: number): object => ({
    style: inkOf(ink),
    'data-series': ink,
    opacity: strength < 1 ? digit(strength) : undefined,
  });
  return {
    drawn,
    bar(ink, x, y, w, h, { strength = 1, hollow = false, dashed = false } = {}) {
      const inset = hollow ? 0.75 : 0;
      drawn.push(
        <rect
          key={drawn.length}
          {...common(ink, strength)}
          className={hollow ? views.drawn : views.full}
          strokeWidth={hollow ? 1.5 : undefined}
          strokeDasharray={dashed ? '3 2' : undefined}
          x={digit(x - w / 2 + inset)}
          y={digit(y - h / 2 + inset)}
          width={digit(Math.max(0.5, w - 2 * inset))}
          height={digit(Math.max(0.5, h - 2 * inset))}
          rx={digit(Math.min(2, w / 4, h / 4))}
        />,
      );
    },
    shape(ink, corners, strength) {
      const points = corners.map(digit).join(' ');
      drawn.push(<polygon key={drawn.length} {...common(ink, strength)} className={views.full} points={points} />);
    },
    words(ink, x, y, text) {
      drawn.push(
        <text
          key={drawn.length}
          {...common(ink, 1)}
          className={views.label}
          x={digit(x)}
          y={digit(y)}
          textAnchor="middle"
        >
          {text}
        </text>,
      );
    },
    cross(ink, x, y, size, strength) {
      const [left, top, side] = [digit(x - size), digit(y - size), digit(2 * size)];
      drawn.push(
        <path
          key={drawn.length}
          {...common(ink, strength)}
          className={views.drawn}
          strokeWidth={1.5}
          d={`M${left} ${top}l${side} ${side}m${-side} 0l${side} ${-side}`}
        />,
      );
    },
  };
}
