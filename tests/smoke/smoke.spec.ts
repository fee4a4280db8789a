/** The book in the other engines: figures go live, a reader's own code runs, search finds, cards are kept. */
import { expect, test } from './fixtures';
import type { Reader } from './reader';

/** What stands in a figure, as selectors. */
function partsOf(name: string) {
  const root = `[data-experiment="${name}"]`;
  return {
    root,
    picture: `${root} svg[role="img"]`,
    cursor: `${root} [role="slider"][aria-label^="Cursor"]`,
    sentence: `${root} p[aria-live]`,
    busy: `${root} [aria-busy="true"]`,
    alert: `${root} [role="alert"]:not([hidden])`,
    editor: `${root} .cm-content`,
    slider: `${root} [aria-label="Controls"] input[type="range"]`,
  };
}

type Parts = ReturnType<typeof partsOf>;

const curves = (reader: Reader, { picture }: Parts): Promise<string> =>
  reader.see(
    (it) => [...document.querySelectorAll(`${it} [data-role="run"] path`)].map((path) => path.getAttribute('d')).join(),
    picture,
  );

/** Opens a page, scrolls to that figure, which comes to life when it is near, and waits for it to listen. */
async function figureAt(reader: Reader, path: string, name: string): Promise<Parts> {
  await reader.open(path);
  const parts = partsOf(name);
  await reader.see((it) => document.querySelector(it)!.scrollIntoView({ behavior: 'instant' }), parts.root);
  await expect.poll(() => reader.count(parts.cursor)).toBe(1);
  const { width, height } = await reader.see((it) => {
    const picture = document.querySelector(it)!;
    picture.scrollIntoView({ block: 'center', behavior: 'instant' });
    return picture.getBoundingClientRect();
  }, parts.picture);
  expect(Math.min(width, height)).toBeGreaterThan(100);
  return parts;
}

/** Waits for the complete run of another setting: other curves, another sentence. */
async function answers(reader: Reader, parts: Parts, act: () => Promise<void>): Promise<void> {
  const before = { curves: await curves(reader, parts), sentence: await reader.text(parts.sentence) };
  await act();
  await expect.poll(() => reader.text(parts.sentence)).not.toBe(before.sentence);
  await expect.poll(() => reader.count(parts.busy)).toBe(0);
  expect(await curves(reader, parts)).not.toBe(before.curves);
  expect(await reader.text(parts.sentence)).not.toBe(before.sentence);
  expect(await reader.count(parts.alert)).toBe(0);
}

for (const [where, path, name] of [
  ['the home page', '', 'send-buffer'],
  ['a chapter', 'book/congestion/cwnd/', 'textbook-trace'],
  ['another chapter', 'book/congestion/sawtooth/', 'upload'],
] as const) {
  test(`a figure of ${where} answers keys and mouse`, async ({ reader }) => {
    const parts = await figureAt(reader, path, name);
    await answers(reader, parts, async () => {
      await reader.focus(parts.slider);
      await reader.press('PageUp');
    });
    await answers(reader, parts, () => reader.drag(parts.slider, 0.01, 0.6));
  });
}

test('what a reader writes runs in the sandbox, and its mistakes are told', async ({ reader }) => {
  const parts = await figureAt(reader, 'figures/your-algorithm/', 'your-algorithm');
  await answers(reader, parts, async () => {
    await reader.focus(parts.slider);
    await reader.press('PageUp');
  });
  await expect.poll(() => reader.count(parts.editor)).toBe(1);
  await reader.click(parts.editor);
  // The first line is a comment, or a statement: with this before it, it is neither.
  await reader.chord('Control', 'Home');
  await reader.press('1 / 0', 'Enter');
  await reader.chord('Control', 'Enter');
  await expect.poll(() => reader.text(parts.alert)).toContain('line 1');
  expect(await reader.text(parts.alert)).toContain('division by zero');
});

test('search leads to the chapter', async ({ reader }) => {
  const field = '.navbar__search-input';
  await reader.open('');
  const title = await reader.text('h1');
  await reader.focus(field);
  await expect.poll(() => reader.count(`${field}[role="combobox"]`)).toBe(1);
  await reader.press('bufferbloat');
  await expect.poll(() => reader.count('[role="option"][aria-selected="true"]')).toBe(1);
  await reader.press('Enter');
  await expect.poll(() => reader.see(() => location.pathname)).toBe('/book/queues/bufferbloat/');
  await expect.poll(() => reader.text('h1')).not.toBe(title);
});

test('a card is answered, and that is known after a reload', async ({ reader }) => {
  const card = () => reader.see(() => document.querySelector('[data-card]')?.getAttribute('data-card'));
  const text = () => reader.text('main');
  await reader.open('practice/?type=open');
  await expect.poll(text).toContain('10 new today');
  const first = await card();
  await reader.press('Enter');
  await expect.poll(text).toContain('Easy');
  await reader.press('4');
  await expect.poll(text).toContain('9 new today');
  expect(await reader.problems()).toEqual([]);
  await reader.open('practice/?type=open');
  await expect.poll(text).toContain('9 new today');
  expect(await card()).not.toBe(first);
});

test('on a phone nothing sticks out, and a figure answers', async ({ reader }) => {
  await reader.resize(400, 800);
  const parts = await figureAt(reader, 'book/congestion/cwnd/', 'textbook-trace');
  const { page, view } = await reader.see(() => ({
    page: document.documentElement.scrollWidth,
    view: window.innerWidth,
  }));
  expect(view).toBeLessThan(500);
  expect(page).toBeLessThanOrEqual(view);
  await answers(reader, parts, async () => {
    await reader.focus(parts.slider);
    await reader.press('PageUp');
  });
});
