/** What the reader sees, timed inside the page: from an input to the painted frames that answer it. */

/**
 * Runs in the page: from now on `window.answerTo()` resolves, once the figure has answered the next input, to
 * milliseconds from that input until something new was painted, and until the complete new run was.
 * @param {Element} figure
 */
function install(figure) {
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
    [...figure.querySelectorAll('svg[role="img"] [data-series][class^="run"] path')]
      .map((path) => path.getAttribute('d'))
      .join();

  window.answerTo = () =>
    new Promise((resolve) => {
      const before = curves();
      let input;
      let first;
      const note = ({ timeStamp }) => (input ??= timeStamp);
      figure.addEventListener('input', note, { capture: true });
      const observer = new MutationObserver(() => {
        if (input === undefined || curves() === before) return;
        first ??= nextPaint();
        if (figure.querySelector('[aria-busy="true"]')) return;
        observer.disconnect();
        figure.removeEventListener('input', note, { capture: true });
        void Promise.all([first, nextPaint()]).then(([partial, final]) =>
          resolve({ partial: partial - input, final: final - input }),
        );
      });
      observer.observe(figure, { subtree: true, childList: true, attributes: true });
    });
}

/**
 * @param {import('@playwright/test').Locator} figure
 * @returns {Promise<() => Promise<{partial: number, final: number}>>} call it before an input, await it after
 */
export async function watch(figure) {
  await figure.evaluate(install);
  return () => figure.evaluate(() => window.answerTo());
}
