import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import { launchOptions } from '../../scripts/setup/launch.mjs';

const root = join(__dirname, '../..');
const server = (folder: string, listening: RegExp) => ({
  command: `node scripts/serve.mjs ${folder}`,
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
    server('.cache/below-path', /Serving at (?<in_flight_below_path_url>\S+)/),
  ],
  // The servers' ports are known, and in the environment, when the workers read this.
  use: {
    baseURL: process.env.IN_FLIGHT_URL,
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 900 },
  },
});
