import { test as base } from '@playwright/test';
import { firefox } from './firefox';
import { Reader } from './reader';
import { webkit } from './webkit';

export { expect } from '@playwright/test';

const BROWSERS = { firefox, webkit };

/** A reader at a desk, in a browser that all tests of the file share. Its page says nothing on the console, or the test fails. */
export const test = base.extend<{ reader: Reader }, { shared: Reader }>({
  shared: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const driver = await BROWSERS[project.name as keyof typeof BROWSERS]();
      await use(new Reader(driver, process.env.IN_FLIGHT_SMOKE_URL!));
      await driver.end();
    },
    { scope: 'worker' },
  ],

  reader: async ({ shared }, use) => {
    await shared.resize(1280, 900);
    await use(shared);
    base.expect(await shared.problems(), 'the page is quiet').toEqual([]);
  },
});
