import { aptInstall, run } from './command.mjs';

/** What the smoke test starts, and the Debian packages that bring it. WebKitGTK draws on a screen, here a virtual one. */
const NEEDED = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};

/** Find Firefox and WebKitGTK with its driver, or install them. */
export async function findOtherBrowsers() {
  const packages = await missing();
  if (packages.length) await aptInstall(...packages);
  const left = await missing();
  if (left.length === 0) return;
  throw new Error(
    `The smoke test in other browsers needs ${left.join(', ')}, which could not be installed here. ` +
      `As root on Debian: \`apt-get install ${left.join(' ')}\`. Elsewhere run it in a container of Debian.`,
  );
}

async function missing() {
  const found = await Promise.all(Object.keys(NEEDED).map(async (program) => (await run('which', [program])).ok));
  return Object.values(NEEDED).filter((_, place) => !found[place]);
}
