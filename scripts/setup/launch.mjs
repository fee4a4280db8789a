import { isRoot } from './command.mjs';

/**
 * How to start the browser of the tests. `IN_FLIGHT_CHROMIUM` names its program; without it, Playwright's own is used.
 * Chromium's sandbox does not work for root.
 * @returns {{executablePath: string | undefined, args: string[]}}
 */
export function launchOptions() {
  return { executablePath: process.env.IN_FLIGHT_CHROMIUM || undefined, args: isRoot ? ['--no-sandbox'] : [] };
}
