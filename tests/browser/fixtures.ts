import { type BrowserContext, test as base, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Messages of the console that a test provokes. */
  expectedErrors: RegExp[];
  /** A page that says nothing on the console, throws nothing and asks no other origin for anything, or the test fails. */
  page: Page;
}

/**
 * What goes wrong on a page, as it is noticed: what it throws, what it says on the console, which is also where a browser
 * tells of what a Content-Security-Policy stopped, and what it asks other origins for.
 */
export function watch(page: Page, context: BrowserContext, baseURL: string): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL).origin) {
      problems.push(`asks another origin: ${request.url()}`);
    }
  });
  return problems;
}

export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],

  page: async ({ page, context, baseURL, expectedErrors }, use) => {
    const problems = watch(page, context, baseURL!);
    await use(page);
    const unexpected = problems.filter((problem) => !expectedErrors.some((expected) => expected.test(problem)));
    base.expect(unexpected, 'the page is quiet and keeps to its own origin').toEqual([]);
  },
});
