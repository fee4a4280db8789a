import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, isRoot, run } from './command.mjs';
import { launchOptions } from './launch.mjs';

/** Chromium without its windows and menus: the tests take a quarter less time in it. Playwright's own is such a one. */
const SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const MINUTE = 60_000;

/**
 * Find a Chromium that starts, or install one; afterwards `launchOptions` gives it, here and in child processes.
 * @returns {Promise<string>} which one it is
 */
export async function findBrowser() {
  const given = process.env.IN_FLIGHT_CHROMIUM;
  if (given) {
    if (await starts(given)) return given;
    throw new Error(`IN_FLIGHT_CHROMIUM is ${given}, but that does not start.`);
  }
  for (const [install, programs] of [
    [undefined, () => [undefined, ...onThisMachine(SHELL)]],
    [() => aptInstall(SHELL), () => onThisMachine(SHELL)],
    [undefined, () => [...onThisMachine(...BROWSERS), MAC]],
    [playwrightInstall, () => [undefined]],
    [() => aptInstall('chromium'), () => onThisMachine('chromium')],
  ]) {
    if (install && !(await install())) continue;
    for (const program of programs()) {
      if (await starts(program)) return program ?? 'Playwright’s Chromium';
    }
  }
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome, or run ' +
      '`npx playwright install --with-deps chromium`, or set IN_FLIGHT_CHROMIUM to a program.',
  );
}

async function starts(program) {
  process.env.IN_FLIGHT_CHROMIUM = program ?? '';
  try {
    await (await chromium.launch({ ...launchOptions(), timeout: MINUTE / 2 })).close();
    return true;
  } catch {
    delete process.env.IN_FLIGHT_CHROMIUM;
    return false;
  }
}

function onThisMachine(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(existsSync);
}

async function playwrightInstall() {
  // `--with-deps` asks for a password unless we are root.
  const args = ['playwright', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'];
  return (await run('npx', args, { timeout: 5 * MINUTE })).ok;
}
