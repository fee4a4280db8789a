import type { Quantity } from '../model/contract';
import type { Look, Pen } from './pen';

/** CSS colours, as the page has them now. */
export type Inks = (ink: Quantity) => string;

/** Below this, round corners are not seen but cost. */
const ROUND = 5;

/** The pen for a canvas. */
export function canvasPen(context: CanvasRenderingContext2D, inks: Inks, face = 'sans-serif'): Pen {
  const outline = (x: number, y: number, w: number, h: number): void => {
    context.beginPath();
    context.roundRect(x, y, w, h, Math.min(2, w / 4, h / 4));
  };
  return {
    bar(ink, x, y, w, h, { strength = 1, hollow = false, dashed = false }: Look = {}) {
      const [left, top] = [x - w / 2, y - h / 2];
      context.globalAlpha = strength;
      if (hollow) {
        context.strokeStyle = inks(ink);
        context.lineWidth = 1.5;
        context.setLineDash(dashed ? [3, 2] : []);
        outline(left + 0.75, top + 0.75, Math.max(0.5, w - 1.5), Math.max(0.5, h - 1.5));
        context.stroke();
        return;
      }
      context.fillStyle = inks(ink);
      if (w < ROUND || h < ROUND) {
        context.fillRect(left, top, w, h);
        return;
      }
      outline(left, top, w, h);
      context.fill();
    },
    shape(ink, corners, strength) {
      context.globalAlpha = strength;
      context.fillStyle = inks(ink);
      context.beginPath();
      for (let i = 0; i < corners.length; i += 2) context.lineTo(corners[i]!, corners[i + 1]!);
      context.fill();
    },
    words(ink, x, y, text) {
      context.globalAlpha = 1;
      context.fillStyle = inks(ink);
      context.font = `650 12px ${face}`;
      context.textAlign = 'center';
      context.fillText(text, x, y);
    },
    cross(ink, x, y, size, strength) {
      context.globalAlpha = strength;
      context.strokeStyle = inks(ink);
      context.lineWidth = 1.75;
      context.setLineDash([]);
      context.beginPath();
      context.moveTo(x - size, y - size);
      context.lineTo(x + size, y + size);
      context.moveTo(x + size, y - size);
      context.lineTo(x - size, y + size);
      context.stroke();
    },
  };
}
