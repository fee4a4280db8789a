/**
 * How smoothly it moves: frames while the pipe plays, while a slider is dragged in a figure of 1500 points, and while
 * each kind of drawing shows itself.
 */
import { readyFigure } from './watch.mjs';

const FIGURE = 'congestion-window';
/** 15 s in samples of 10 ms. */
const LONG = `book/congestion/cwnd/?${FIGURE}.duration=15`;
const SECONDS = 6;
const FRAME = 1000 / 60;

/** A figure that opens on it, for each kind of drawing that has a time. */
const DRAWINGS = {
  pipe: 'send-buffer',
  scene: 'bufferbloat',
  stream: 'three-windows',
  rounds: 'slow-start',
  cuts: 'offload',
  race: 'your-algorithm',
  ladder: 'retransmission-timeout',
  machine: 'four-way-close',
  ring: 'driver-queue',
  pool: 'time-wait',
  seats: 'listen-queues',
  stations: 'packet-path',
};
/** A drawing that shows itself does so for almost five seconds. */
const SHOWN = 4;

/** Runs in the page: the intervals between frames until `window.stopWatching()` is called. */
export function watchFrames() {
  const intervals = [];
  let last;
  let watching = true;
  window.stopWatching = () => {
    watching = false;
    return intervals;
  };
  const tick = (now) => {
    if (last !== undefined) intervals.push(now - last);
    last = now;
    if (watching) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** Frames come at the beat of the screen: one that took up to one beat (give or take half of it) was in time. */
export function rows(name, intervals) {
  const inTime = intervals.filter((interval) => interval < 1.5 * FRAME).length;
  return [
    { name: `${name}: frames within 16.7 ms`, value: (100 * inTime) / intervals.length, unit: '%', least: 98 },
    { name: `${name}: longest frame`, value: Math.max(...intervals), unit: 'ms' },
    {
      name: `${name}: frames per second`,
      value: intervals.length / (intervals.reduce((a, b) => a + b, 0) / 1000),
      unit: '/s',
    },
  ];
}

async function whilePlaying(page, figure) {
  await figure.getByRole('button', { name: 'Play', exact: true }).click();
  // The first run brings the packets.
  await figure.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
  await page.evaluate(watchFrames);
  await page.waitForTimeout(SECONDS * 1000);
  const intervals = await page.evaluate(() => window.stopWatching());
  await figure.getByRole('button', { name: 'Pause', exact: true }).click();
  return intervals;
}

async function whileDragging(page, figure) {
  const slider = figure.getByRole('slider', { name: 'Buffer', exact: true });
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.45, y + height / 2);
  await figure.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await page.evaluate(watchFrames);
  const end = Date.now() + SECONDS * 1000;
  for (let move = 0; Date.now() < end; move++) {
    await page.mouse.move(x + width * (0.45 + 0.08 * Math.sin(move / 20)), y + height / 2);
    await page.waitForTimeout(FRAME);
  }
  const intervals = await page.evaluate(() => window.stopWatching());
  await page.mouse.up();
  return intervals;
}

/** It comes into sight, and begins by itself. */
async function whileShown(page, url, id) {
  await page.goto(`${url}figures/${id}/`);
  const clock = page.locator(
    '[data-experiment] :is([data-plays] input[type="range"], [data-race] input[type="range"], [role="slider"][aria-label^="Cursor"])',
  );
  await clock.first().waitFor();
  await clock.first().evaluate(async (element) => {
    const time = () => element.value ?? element.getAttribute('aria-valuenow');
    const rest = time();
    element.closest('figure').scrollIntoView({ block: 'nearest', behavior: 'instant' });
    while (time() === rest) await new Promise(requestAnimationFrame);
  });
  await page.evaluate(watchFrames);
  await page.waitForTimeout(SHOWN * 1000);
  return page.evaluate(() => window.stopWatching());
}

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function frames({ browser, url }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url + LONG);
  const figure = await readyFigure(page, FIGURE);
  const playing = await whilePlaying(page, figure);
  const dragging = await whileDragging(page, figure);
  const shown = [];
  for (const [kind, id] of Object.entries(DRAWINGS))
    shown.push(...rows(`a ${kind} shows itself`, await whileShown(page, url, id)));
  await page.close();
  return [...rows('the pipe plays', playing), ...rows('a slider is dragged', dragging), ...shown];
}
