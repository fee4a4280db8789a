import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import { launchOptions } from '../../scripts/setup/launch.mjs';

const root = join(__dirname, '../..');
const server = (folder: string, listening: RegExp, ...options: string[]) => ({
  command: ['node scripts/serve.mjs', folder, ...options].join(' '),
  cwd: root,
  wait: { stdout: listening },
});

/** Needs the two builds that `npm test` makes: of the site, and of the site below a path. */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results/browser'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // The two cores are shared by two browsers and two Pythons.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  webServer: [
    server('build', /Serving at (?<in_flight_url>\S+)/),
    // Its policy comes as a header, too, so there also the worker of Python is under it.
    server(
      '.cache/below-path',
      /Serving at (?<in_flight_below_path_url>\S+)/,
      '--policy .cache/below-path/in/flight/content-security-policy.txt',
    ),
  ],
  // The servers' ports are known, and in the environment, when the workers read this.
  use: {
    baseURL: process.env.IN_FLIGHT_URL,
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 900 },
  },
});
