import { readFileSync } from 'node:fs';

/** @typedef {Map<string, string>} Settings by name, `n` where there is none */

/** A file of settings as Kconfig writes it, and as ours are. */
export function readSettings(/** @type {string} */ file) {
  /** @type {Settings} */
  const settings = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, name, value] = /^(CONFIG_\w+)=(.*)$/.exec(line) ?? [];
    const [, without] = /^# (CONFIG_\w+) is not set$/.exec(line) ?? [];
    if (name) settings.set(name, value ?? '');
    else if (without) settings.set(without, 'n');
  }
  return settings;
}

export const writeSettings = (/** @type {Settings} */ settings) =>
  [...settings].map(([name, value]) => (value === 'n' ? `# ${name} is not set\n` : `${name}=${value}\n`)).join('');

/** Settings can depend on others: what was asked for must be what there is. */
export function checkSettings(/** @type {string} */ what, /** @type {Settings} */ asked, /** @type {Settings} */ made) {
  const unmet = [...asked].filter(([name, value]) => (made.get(name) ?? 'n') !== value);
  if (unmet.length > 0) throw new Error(`${what} can’t have ${unmet.map((each) => each.join('=')).join(', ')}`);
}
