import { defineConfig } from '@playwright/test';
import { join } from 'node:path';

/** Needs the built site, Firefox and WebKitGTK. Playwright only runs it: it has no way to drive these two. */
export default defineConfig({
  testDir: '.',
  outputDir: join(__dirname, '../../test-results/smoke'),
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Patience, not a promise: WebKitGTK is slow on a busy machine without a graphics card (see CONTRIBUTING).
  timeout: 300_000,
  expect: { timeout: 120_000 },
  webServer: {
    command: 'node tests/smoke/serve.mjs',
    cwd: join(__dirname, '../..'),
    wait: { stdout: /Serving at (?<in_flight_smoke_url>\S+)/ },
  },
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
});
