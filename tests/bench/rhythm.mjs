/**
 * How much a page asks of its reader, on a desktop and on a phone: what can be clicked in a figure at rest, how high it
 * stands, whether it opens on a drawing of its mechanism, how long a chapter is and how far it goes without a picture,
 * and how many of its numbers are dragged with nothing in sight that answers.
 */
const SCREENS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Views that draw curves, fields, bars and tables of what happened, and not the thing that it happened to. */
const CHARTS = ['lanes', 'loglog', 'heatmap', 'bars', 'sweep', 'sequence', 'grid', 'distribution'];

/** Pages without figures of their own, which the book has besides its chapters. */
const NO_CHAPTERS = ['about', 'around', 'cases', 'guide', 'practice', 'teaching'];

/** Less of a figure than this cannot be said to be in sight. */
const IN_SIGHT = 0.6;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The book's pages as its sitemap lists them: those of figures, and chapters. */
async function pagesOf(url) {
  const sitemap = await (await fetch(`${url}sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address).pathname.slice(1));
  const partOf = (path) => path.match(/^book\/([^/]+)\/[^/]+/)?.[1];
  return {
    figures: paths.filter((path) => /^figures\/./.test(path)),
    chapters: paths.filter((path) => partOf(path) && !NO_CHAPTERS.includes(partOf(path))),
  };
}

/** @param {import('@playwright/test').Page} page */
const figureAtRest = (page) =>
  page.evaluate((charts) => {
    const figure = document.querySelector('figure.experiment');
    const isSeen = (element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length;
    const touchable = 'a[href], button, input, select, textarea, summary, [role="slider"], [tabindex="0"]';
    const offered = [...figure.querySelectorAll(touchable)].filter((each) => !each.disabled && isSeen(each));
    const first = figure.querySelector('[data-view]')?.getAttribute('data-view');
    return {
      offered: offered.length,
      height: figure.getBoundingClientRect().height,
      isDrawing: first !== undefined && !charts.includes(first),
    };
  }, CHARTS);

/**
 * How long a chapter is: the longest stretch of it without a picture, px; its height without its questions, px; and its
 * words without questions, figures, code and what is folded away.
 */
const lengthOf = (page) =>
  page.evaluate(() => {
    const text = document.querySelector('article .markdown');
    const heightOf = (element) => element.getBoundingClientRect().height;
    const { top, bottom } = text.getBoundingClientRect();
    const pictures = [...text.querySelectorAll('figure.experiment, .small-figure, img, svg[role="img"]')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height >= 80)
      .sort((a, b) => a.top - b.top);
    let from = top;
    let stretch = 0;
    for (const picture of pictures) {
      stretch = Math.max(stretch, picture.top - from);
      from = Math.max(from, picture.bottom);
    }
    stretch = Math.max(stretch, bottom - from);

    const cards = [...text.querySelectorAll('[data-section-cards]')];
    const last = text.querySelector('h2#check');
    const questions = cards.reduce((sum, each) => sum + heightOf(each), 0);
    const height = (last?.getBoundingClientRect().top ?? bottom) - top - questions;

    const prose = text.cloneNode(true);
    for (let next = prose.querySelector('h2#check'); next;) {
      const after = next.nextElementSibling;
      next.remove();
      next = after;
    }
    prose
      .querySelectorAll('[data-section-cards], figure, .small-figure, details, pre')
      .forEach((each) => each.remove());
    return { stretch, height, words: prose.textContent.match(/[\p{L}\p{N}][^\s—–]*/gu)?.length ?? 0 };
  });

/** How many numbers that are dragged have neither their figure nor its companion in sight. */
const draggedBlind = (page) =>
  page.evaluate(async (least) => {
    const shareInSight = (element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / Math.min(height, innerHeight);
    };
    const numbers = [...document.querySelectorAll('article [data-figure][role="slider"]')];
    let blind = 0;
    for (const number of numbers) {
      number.closest('details')?.setAttribute('open', '');
      number.scrollIntoView({ block: 'center', behavior: 'instant' });
      number.focus({ preventScroll: true });
      await new Promise((resolve) => setTimeout(resolve, 150));
      const name = CSS.escape(number.dataset.figure);
      const pictures = document.querySelectorAll(`[data-experiment="${name}"], [data-companion="${name}"]`);
      if (![...pictures].some((each) => shareInSight(each) >= least)) blind++;
      number.blur();
    }
    return { all: numbers.length, blind };
  }, IN_SIGHT);

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function rhythm({ browser, url }) {
  const paths = await pagesOf(url);
  const rows = [];
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    const open = async (path) => {
      await page.goto(`${url}${path}`, { waitUntil: 'load' });
      await page.waitForTimeout(300);
    };
    const figures = [];
    for (const path of paths.figures) {
      await open(path);
      figures.push({ path, ...(await figureAtRest(page)) });
    }
    const most = (key) => figures.reduce((a, b) => (b[key] > a[key] ? b : a));
    const of = (key) => figures.map((each) => each[key]);
    const tallest = screen === 'phone' ? 720 : 640;
    rows.push(
      { name: `${screen}: to click in a figure, median`, value: median(of('offered')), unit: '', limit: 12 },
      { name: `${screen}: most (${most('offered').path})`, value: most('offered').offered, unit: '', limit: 20 },
      { name: `${screen}: height, median`, value: median(of('height')), unit: 'px', limit: tallest },
      { name: `${screen}: tallest (${most('height').path})`, value: most('height').height, unit: 'px', limit: tallest },
      { name: `${screen}: open on a drawing`, value: of('isDrawing').filter(Boolean).length, unit: '', least: 40 },
    );
    const chapters = [];
    for (const path of paths.chapters) {
      await open(path);
      chapters.push({ path, ...(await lengthOf(page)), numbers: await draggedBlind(page) });
    }
    const total = (key) => chapters.reduce((sum, { numbers }) => sum + numbers[key], 0);
    const longest = (key) => chapters.reduce((a, b) => (b[key] > a[key] ? b : a));
    const extreme = (what, key, unit, limit) => ({
      name: `${screen}: ${what} (${longest(key).path})`,
      value: longest(key)[key],
      unit,
      // A phone's column is narrow, so all of it is longer there.
      ...(screen === 'desktop' && { limit }),
    });
    rows.push(
      extreme('without a picture', 'stretch', 'px', 1100),
      extreme('height of a chapter without its questions', 'height', 'px', 12_000),
      extreme('words of a chapter', 'words', '', 2400),
      { name: `${screen}: numbers dragged blind, of ${total('all')}`, value: total('blind'), unit: '', limit: 0 },
    );
    await page.close();
  }
  return rows;
}
