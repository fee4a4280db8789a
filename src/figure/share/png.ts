import type { Drawn } from './svg';

/** Pixels of the image for one of the page: sharp on paper and on dense screens. */
const SCALE = 2;

async function dataUrl(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(address));
    reader.readAsDataURL(blob);
  });
}

/** The page's rule for a font, with the font in it: a picture of its own cannot ask for a file. */
export async function fontRule(families: string): Promise<string> {
  const first = families.split(',')[0]!.trim().replaceAll(/["']/g, '');
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const family = rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '');
      const file = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (family !== first || file === undefined) continue;
      const source = await dataUrl(new URL(file, sheet.href ?? document.baseURI).href);
      return `@font-face{font-family:"${family}";font-weight:${rule.style.getPropertyValue('font-weight') || 400};src:url(${source})}`;
    }
  }
  return '';
}

/** The same sheet in pixels. */
export async function toPng({ text, width, height }: Drawn): Promise<Blob> {
  const image = new Image();
  const source = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('the browser couldn’t turn the picture into an image');
    return blob;
  } finally {
    URL.revokeObjectURL(source);
  }
}
