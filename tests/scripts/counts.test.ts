import { expect, it } from 'vitest';
import { fromJunit, fromPlaywright, fromVitest, inWords, sum } from '../../scripts/setup/counts.mjs';

it('reads pytest’s JUnit report', () => {
  const xml = `<?xml version="1.0"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="2"
    skipped="3" tests="10" time="1.5"><testcase name="a" tests="99" /></testsuite></testsuites>`;
  expect(fromJunit(xml)).toEqual({ passed: 4, failed: 3, skipped: 3 });
});

it('reads Vitest’s and Playwright’s reports', () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 };
  expect(fromVitest(JSON.stringify(vitest))).toEqual({ passed: 5, failed: 1, skipped: 2 });
  const stats = { expected: 7, unexpected: 0, flaky: 1, skipped: 0 };
  expect(fromPlaywright(JSON.stringify({ stats }))).toEqual({ passed: 8, failed: 0, skipped: 0 });
});

it('adds up, and says so in one plain line', () => {
  const some = { passed: 4, failed: 1, skipped: 0 };
  expect(inWords(sum([some, some]))).toBe('8 passed, 2 failed');
  expect(inWords({ ...some, skipped: 2 })).toBe('4 passed, 1 failed, 2 skipped');
});
