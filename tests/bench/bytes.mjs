/**
 * Compressed bytes over the wire before the first figure is seen, and after. Over a line like a reader's: from this
 * machine itself, everything would be there before anything is painted.
 */

const PAGES = { home: '', chapter: 'book/windows/why-slow/' };
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const KB = 1000;

/**
 * What a first visit to `address` transfers, piece by piece, and when the first paint was.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {boolean} scripts
 */
async function visit(browser, address, scripts) {
  const context = await browser.newContext({ javaScriptEnabled: scripts, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Performance.enable');
  const urls = new Map();
  const pieces = [];
  const piece = ({ requestId, timestamp }, bytes) => pieces.push({ url: urls.get(requestId), at: timestamp, bytes });
  session.on('Network.responseReceived', (event) => {
    urls.set(event.requestId, event.response.url);
    piece(event, event.response.encodedDataLength); // the headers
  });
  session.on('Network.dataReceived', (event) => piece(event, event.encodedDataLength));
  await page.goto(address, { waitUntil: 'load' });
  await page.locator('figure.experiment svg:visible').first().waitFor();
  let firstPaint = Infinity;
  let wait = NaN;
  if (scripts) {
    const { metrics } = await session.send('Performance.getMetrics');
    const navigation = metrics.find(({ name }) => name === 'NavigationStart').value;
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    firstPaint = navigation + paint / 1000;
    wait = paint;
  }
  await context.close();
  const kilobytes = (filter) => pieces.filter(filter).reduce((sum, { bytes }) => sum + bytes, 0) / KB;
  return { kilobytes, firstPaint, wait };
}

const isPython = ({ url }) => /\/py\//.test(url);

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function bytes({ browser, url }) {
  const rows = [];
  for (const [name, path] of Object.entries(PAGES)) {
    const plain = await visit(browser, url + path, false);
    const full = await visit(browser, url + path, true);
    rows.push(
      { name: `${name}: the figure with scripts off`, value: plain.kilobytes(() => true), unit: 'KB' },
      {
        name: `${name}: before the first paint`,
        value: full.kilobytes(({ at }) => at <= full.firstPaint),
        unit: 'KB',
        limit: 300,
      },
      { name: `${name}: first paint at 10 Mbit/s, 40 ms`, value: full.wait, unit: 'ms' },
      { name: `${name}: the page, without Python`, value: full.kilobytes((it) => !isPython(it)), unit: 'KB' },
    );
  }
  return rows;
}
