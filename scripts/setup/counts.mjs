/** How many tests passed, failed and were skipped, from the reports that the runners write. */

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @returns {Counts} of a JUnit report (pytest) */
export function fromJunit(xml) {
  const suite = /<testsuite\b[^>]*>/.exec(xml)?.[0] ?? '';
  const [tests, failures, errors, skipped] = ['tests', 'failures', 'errors', 'skipped'].map((name) =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0),
  );
  return { passed: tests - failures - errors - skipped, failed: failures + errors, skipped };
}

/** @returns {Counts} of Vitest's JSON report */
export function fromVitest(json) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(json);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** @returns {Counts} of Playwright's JSON report; a test that passed only when tried again has passed */
export function fromPlaywright(json) {
  const { expected, unexpected, flaky, skipped } = JSON.parse(json).stats;
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/** @param {Counts[]} all */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const kind of Object.keys(total)) total[kind] += counts[kind];
  return total;
}

/** @param {Counts} counts */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
