/**
 * How much a page asks of its reader, on a desktop and on a phone: what can be clicked in a figure at rest, how high it
 * stands, whether it opens on a drawing of its mechanism, how far a chapter goes without a picture, and how many of its
 * numbers are dragged with nothing in sight that answers.
 */
const SCREENS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Views that draw curves, fields, bars and tables of what happened, and not the thing that it happened to. */
const CHARTS = ['lanes', 'loglog', 'heatmap', 'bars', 'sweep', 'sequence', 'grid', 'distribution'];

/** Pages without figures of their own, which the book has besides its chapters. */
const NO_CHAPTERS = ['about', 'cases', 'guide', 'practice', 'teaching'];

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

/** The longest way through a chapter's text without a picture, px. */
const longestStretch = (page) =>
  page.evaluate(() => {
    const text = document.querySelector('article .markdown');
    const { top, bottom } = text.getBoundingClientRect();
    const pictures = [...text.querySelectorAll('figure.experiment, .small-figure, img, svg[role="img"]')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height >= 80)
      .sort((a, b) => a.top - b.top);
    let from = top;
    let most = 0;
    for (const picture of pictures) {
      most = Math.max(most, picture.top - from);
      from = Math.max(from, picture.bottom);
    }
    return Math.max(most, bottom - from);
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
    let [longest, blind, dragged] = [{ stretch: 0, path: '' }, 0, 0];
    for (const path of paths.chapters) {
      await open(path);
      const stretch = await longestStretch(page);
      if (stretch > longest.stretch) longest = { stretch, path };
      const numbers = await draggedBlind(page);
      blind += numbers.blind;
      dragged += numbers.all;
    }
    rows.push(
      { name: `${screen}: without a picture (${longest.path})`, value: longest.stretch, unit: 'px' },
      { name: `${screen}: numbers dragged blind, of ${dragged}`, value: blind, unit: '', limit: 0 },
    );
    await page.close();
  }
  return rows;
}
