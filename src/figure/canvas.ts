/** What moves is painted on a canvas over the SVG of what stands still. */

/** React's own text nodes get another text, as fast as frames come. */
export function write(scene: Element, label: string, text: string): void {
  const node = scene.querySelector(`[data-label="${label}"]`);
  if (node && node.textContent !== text) node.textContent = text;
}

/** The canvas, empty, with as many dots as the screen has for this size. */
export function fit(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
