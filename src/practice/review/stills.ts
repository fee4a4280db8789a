import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { Card as Figure } from '../../model/gallery';
import { takeLooks, takePictures } from '../../figure/share/picture';
import { toSvg } from '../../figure/share/svg';
import { pictureOf } from '../../figure/gallery/pictureOf';

/** Pixels: as wide as a phone, where cards are reviewed. */
const WIDTH = 400;

const SHEETS = 'link[rel="stylesheet"], style';

/** An empty page with the styles of this one, in light colours: what is drawn there looks the same for every reader. */
async function lightPage(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  const sheets = [...document.querySelectorAll(SHEETS)].map((sheet) => {
    const copy = sheet.cloneNode() as Element;
    if (sheet instanceof HTMLLinkElement) copy.setAttribute('href', sheet.href);
    else copy.textContent = sheet.textContent;
    return copy.outerHTML;
  });
  frame.srcdoc = `<!doctype html><html data-theme="light"><head>${sheets.join('')}</head><body></body></html>`;
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // It has to have a size for its pictures to have one.
  frame.style.cssText = `position: fixed; left: -9999px; width: ${WIDTH + 100}px; height: 800px; border: 0`;
  await new Promise<void>((resolve, reject) => {
    frame.onload = () => resolve();
    frame.onerror = () => reject(new Error('the page for the pictures did not load'));
    document.body.append(frame);
  });
  return frame;
}

/** The figure's first preset at rest as an SVG file; undefined: it is a table. */
function stillOf(figure: Figure, page: Document, site: string): string | undefined {
  const { id, question, run } = figure;
  const sheet = page.createElement('div');
  sheet.style.cssText = `width: ${WIDTH}px; background: var(--paper); color: var(--ink); font-family: var(--figure-font)`;
  page.body.append(sheet);
  const root = createRoot(sheet);
  try {
    flushSync(() => root.render(pictureOf(figure, WIDTH)));
    const pieces = takePictures(sheet);
    if (pieces.length === 0) return undefined;
    const address = new URL(`figures/${id}/`, site).href;
    return toSvg(pieces, { question, sentence: run.sentence, settings: [], address }, takeLooks(sheet)).text;
  } finally {
    root.unmount();
    sheet.remove();
  }
}

/** Pictures of these figures, by id; `told` hears how many are done. `site`: the address of its root. */
export async function stillsOf(
  figures: ReadonlySet<string>,
  site: string,
  told: (done: number, all: number) => void,
): Promise<Map<string, string>> {
  const { default: gallery } = await import('@inflight/gallery.json');
  const wanted = gallery.cards.filter(({ id }) => figures.has(id));
  const frame = await lightPage();
  const found = new Map<string, string>();
  try {
    for (const [done, figure] of wanted.entries()) {
      told(done, wanted.length);
      // The page stays alive meanwhile.
      await new Promise((resolve) => setTimeout(resolve));
      const still = stillOf(figure, frame.contentDocument!, site);
      if (still !== undefined) found.set(figure.id, still);
    }
  } finally {
    frame.remove();
  }
  return found;
}
