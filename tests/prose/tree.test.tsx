/** The tree of the field guide: every way ends in a figure that is there, and all of it is in the page without scripts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { load } from 'js-yaml';
import { describe, expect, it, vi } from 'vitest';
import { follow, written } from '../../src/guide/tree/way';
import type { Experiment } from '../../src/model/contract';
import { type Finding, isFinding, type Step } from '../../src/model/tree';
import { entryOf } from '../../src/plugins/inflight/catalogue';
import { bookLink } from '../../src/plugins/inflight/content/bookLink';
import { parseTree } from '../../src/plugins/inflight/content/tree';
import { book, contentOf, hasPlace, SITE } from '../book';
import { cpython } from '../command-line';

const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
const knobs = readdirSync(join(SITE, 'docs/knobs')).flatMap((file) =>
  (load(readFileSync(join(SITE, 'docs/knobs', file), 'utf8')) as { name: string; also?: string[] }[]).flatMap(
    ({ name, also = [] }) => [name, ...also],
  ),
);

/** A finding as it is written. */
interface Written {
  cause: string;
  cure: string;
  figure: { id: string; preset: string };
  chapter: string;
  story?: string;
  knobs: string[];
}

const source = contentOf('tree.yaml');
const ends = Object.values(load(source.yaml) as Record<string, object>).filter(
  (entry): entry is Written => 'cause' in entry,
);
const tree = parseTree(source, {
  page: bookLink(book),
  figures: experiments.map((experiment) => entryOf(experiment, [])),
  knobs: new Set(knobs),
});

// Docusaurus generates these while it builds.
vi.mock('@inflight/tree.json', () => ({ default: tree }));
vi.mock('@docusaurus/Translate', () => import('../untranslated'));
vi.mock('@docusaurus/Link', () => ({
  default: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock('@docusaurus/useIsBrowser', () => ({ default: () => false }));
vi.mock('@docusaurus/theme-common', () => ({ useQueryString: () => ['', () => undefined] }));
vi.mock('@theme/CodeBlock', () => ({ default: ({ children }: { children: ReactNode }) => <pre>{children}</pre> }));

/** All ends of a tree. */
const findings = (node: Step | Finding): Finding[] =>
  isFinding(node) ? [node] : node.answers.flatMap(({ then }) => findings(then));

describe.each(ends)('$cause', ({ cause, figure, chapter, story, knobs: named }) => {
  it('is where a way ends', () => expect(findings(tree).map((finding) => finding.cause)).toContain(cause));

  it('is shown by a figure, in a preset of its own', () => {
    const experiment = experiments.find(({ id }) => id === figure.id);
    expect(experiment?.presets.map(({ id }) => id)).toContain(figure.preset);
  });

  it('is explained in a chapter', () => expect(chapter.includes('#') && hasPlace(chapter)).toBe(true));

  it('may have a case', () => expect(story === undefined || hasPlace(`cases/${story}`)).toBe(true));

  it('names knobs of the reference', () => {
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((knob) => !knobs.includes(knob))).toEqual([]);
  });
});

/** All steps but the first. */
const steps = (step: Step): Step[] =>
  step.answers.flatMap(({ then }) => (isFinding(then) ? [] : [then, ...steps(then)]));

describe('the tree', () => {
  it('begins with the eight symptoms', () => expect(tree.answers).toHaveLength(8));

  it('has a command at each step but the first', () => {
    expect(tree.command).toBeUndefined();
    expect(steps(tree).filter(({ command }) => !command)).toEqual([]);
  });

  it('asks nothing that has one answer only, and has no answer twice', () => {
    for (const { answers } of [tree, ...steps(tree)]) {
      expect(answers.length).toBeGreaterThan(1);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(answers.length);
    }
  });

  it('uses every case of the book', () => {
    const cases = readdirSync(join(SITE, 'docs/cases')).filter((file) => file.endsWith('.mdx'));
    const told = ends.map(({ story }) => story);
    expect(cases.map((file) => file.replace('.mdx', '')).filter((name) => !told.includes(name))).toEqual([]);
  });

  it('is all in the page without scripts', async () => {
    const { default: Tree } = await import('../../src/guide/tree/Tree');
    const page = renderToStaticMarkup(<Tree />)
      .replace(/<\/?code>/g, '`')
      .replaceAll('\u00a0', ' ');
    const whole = page.slice(page.indexOf('<details'));
    const escape = (text: string) => renderToStaticMarkup(text);
    for (const { cause, cure, figure, chapter, story } of ends) {
      expect(whole).toContain(escape(cause));
      expect(whole).toContain(escape(cure));
      expect(whole).toContain(`href="/figures/${figure.id}/`);
      expect(whole).toContain(`href="/book/${chapter}"`);
      if (story) expect(whole).toContain(`href="/book/cases/${story}"`);
    }
    for (const { command, question } of steps(tree)) {
      expect(whole).toContain(escape(command!));
      expect(whole).toContain(escape(question));
    }
  });
});

describe('a way in an address', () => {
  it('leads to the same place', () => {
    const { taken, end } = follow(tree, '0-1-1');
    expect(written(taken)).toBe('0-1-1');
    expect(taken.at(-1)!.answer.then).toBe(end);
  });
  it.each(['', 'x', '99', '-1', '1.5'])('“%s” is the beginning', (given) =>
    expect(follow(tree, given)).toEqual({ taken: [], end: tree }),
  );
  it('is followed as far as it goes', () => {
    expect(written(follow(tree, '1-99').taken)).toBe('1');
    expect(written(follow(tree, '1-0-3').taken)).toBe('1-0');
  });
});
