/** What the reader sees, timed inside the page: from an input to the painted frames that answer it. */

/**
 * Runs in the page. From now on `window.answer` waits for the figure to answer the next input, and resolves to the
 * milliseconds from that input until something new was painted, and until the complete new run was.
 * @param {Element} figure
 */
function expectInput(figure) {
  const TIMEOUT = 120_000;
  const nextPaint = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        // A task that is posted while a frame is made runs when that frame is done.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      }),
    );
  const curves = () =>
    [...figure.querySelectorAll('svg[role="img"] [data-role="run"] path, svg[role="img"] rect ~ text')]
      .map((mark) => mark.getAttribute('d') ?? mark.textContent)
      .join();

  const before = curves();
  let input;
  let first;
  const note = ({ timeStamp }) => (input ??= timeStamp);
  const inputs = ['input', 'keydown'];
  for (const type of inputs) figure.addEventListener(type, note, { capture: true });
  window.answer = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(input === undefined ? 'the input changed nothing' : 'no answer')), TIMEOUT);
    const observer = new MutationObserver(() => {
      if (input === undefined || curves() === before) return;
      first ??= nextPaint();
      if (figure.querySelector('[aria-busy="true"]')) return;
      observer.disconnect();
      for (const type of inputs) figure.removeEventListener(type, note, { capture: true });
      void Promise.all([first, nextPaint()]).then(([partial, final]) =>
        resolve({ partial: partial - input, final: final - input }),
      );
    });
    observer.observe(figure, { subtree: true, childList: true, attributes: true });
  });
}

/**
 * The figure of that name, once it listens.
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 * @param {boolean} [isSmall] it has no cursor
 */
export async function readyFigure(page, name, isSmall = false) {
  const figure = page.locator(`[data-experiment="${name}"]`);
  // It comes to life when a reader comes near.
  await figure.evaluate((element) => element.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
  if (isSmall) await figure.locator('[class^="narrow"]').waitFor({ state: 'detached' });
  else await figure.getByRole('slider', { name: /^Cursor/ }).waitFor();
  await figure.scrollIntoViewIfNeeded();
  return figure;
}

/**
 * @param {import('@playwright/test').Locator} figure
 * @param {() => Promise<void>} act moves a control of the figure
 * @returns {Promise<{partial: number, final: number}>}
 */
export async function timeAnswer(figure, act) {
  await figure.evaluate(expectInput);
  await act();
  return figure.evaluate(() => window.answer);
}
