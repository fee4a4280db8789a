/** Which tests a change of some files can affect. When in doubt, a test is affected. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup/command.mjs';
import { findPython } from '../setup/python.mjs';

/** Arguments of each runner that leave out what is marked as too long for every change. */
export const QUICK = {
  playwright: ['--grep-invert=@full'],
  pytest: ['-m', 'not full'],
  vitest: ['--tags-filter=!full'],
};

/** What the site or its tests may be made of. */
export const SITE =
  /^(?!\.ci\/|\.github\/|scripts\/(?!serve|setup\/)|tests\/(?!browser\/|models\/classroom_class|[^/]*$)|(?:\w+\/)?\w+\.md$)/;
/** These look at the whole book. */
const WHOLE_BOOK = ['cards', 'gallery', 'guide', 'interview', 'links', 'practice', 'progress', 'reading', 'search'];

/** @returns {Promise<string[] | undefined>} arguments for pytest, or nothing where no test is affected */
export async function pythonTests(root, changed) {
  const { ok, output } = await run(await findPython(), [join(root, 'scripts/test/affected.py'), ...changed]);
  if (!ok) throw new Error(output);
  const files = output.split('\n').filter(Boolean);
  return files.length ? [...QUICK.pytest, ...files.map((file) => `../${file}`)] : undefined;
}

/**
 * Where only chapters, experiments and tests have changed, these are the tests of their pages, and those that name them.
 * @returns {string[] | undefined} arguments for Playwright, or nothing where no test is affected
 */
export function browserTests(root, changed) {
  const specs = new Set();
  const pages = new Set();
  const figures = new Set();
  for (const file of changed.filter((each) => SITE.test(each))) {
    const [, spec] = /^tests\/browser\/([\w-]+)\.spec\.ts$/.exec(file) ?? [];
    const isChapter = /^docs\/.*\.mdx$/.test(file);
    const [, experiment] = /^simulations\/inflight\/experiments\/([a-z]\w*)(?:\/\w+)?\.py$/.exec(file) ?? [];
    if (!(spec || isChapter || experiment) || !existsSync(join(root, file))) return QUICK.playwright;
    if (spec) specs.add(spec);
    if (isChapter) pages.add(pageOf(file));
    if (experiment) figures.add(experiment.replaceAll('_', '-'));
  }
  if (!specs.size && !pages.size && !figures.size) return undefined;

  const folder = join(root, 'tests/browser');
  const all = readdirSync(folder).filter((file) => file.endsWith('.spec.ts'));
  const text = (file) => readFileSync(join(root, file), 'utf8');
  if (figures.size) {
    // They are also in incidents, questions and assignments.
    for (const file of all) specs.add(file.replace('.spec.ts', ''));
    for (const file of readdirSync(join(root, 'docs'), { recursive: true }).map((name) => join('docs', name))) {
      const shown = file.endsWith('.mdx') ? [...text(file).matchAll(/<Experiment\b[^>]*\bid="([^"]*)"/g)] : [];
      if (shown.some(([, id]) => figures.has(id))) pages.add(pageOf(file));
    }
    for (const id of figures) pages.add(`figures/${id}/`);
  } else if (pages.size) {
    const shared = /CHAPTER = '([^']*)'/.exec(text('tests/browser/pages.ts'))?.[1];
    const named = [...pages, ...(pages.has(shared) ? ['CHAPTER'] : [])];
    const names = (file) => named.some((name) => text(`tests/browser/${file}`).includes(name));
    for (const file of all.filter(names)) specs.add(file.replace('.spec.ts', ''));
    for (const spec of WHOLE_BOOK) specs.add(spec);
  }
  const any = (names) => `(?:${[...names].join('|')})`;
  // What is done for each page or figure is done for these.
  const isEach = '(?:accessibility\\.spec\\.ts /|embed\\.spec\\.ts.*: axe)';
  return [
    `--grep=${[
      `^(?!.*@full)(?!.*${isEach}).*\\b${any(specs)}\\.spec\\.ts`,
      ...[...pages].map((page) => `accessibility\\.spec\\.ts /${page} `),
      ...[...figures].map((id) => `embed\\.spec\\.ts ${id}: axe`),
    ].join('|')}`,
  ];
}

const pageOf = (file) => file.replace(/^docs/, 'book').replace(/(?:\/index)?\.mdx$/, '/');
