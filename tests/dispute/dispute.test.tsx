/** A report of a mistake: its words, the address that it goes into, and the link that opens it. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { issueAddress } from '../../src/dispute/address';
import type { Disputed } from '../../src/dispute/disputed';
import { reportOf } from '../../src/dispute/report';

const fields = { issues: '', book: '0.1.0 (1fcb40ad)' };
const python = { state: 'idle' };
vi.mock('@docusaurus/Translate', () => import('../untranslated'));
vi.mock('@docusaurus/useIsBrowser', () => ({ default: () => true }));
vi.mock('@docusaurus/useDocusaurusContext', () => ({ default: () => ({ siteConfig: { customFields: fields } }) }));
vi.mock('@docusaurus/useGlobalData', () => ({
  usePluginData: () => ({ runtime: { pyodide: '/py/pyodide-0.28.2/' } }),
}));
vi.mock('../../src/runtime', () => ({ getRuntime: () => ({ status: () => python }) }));
const { Dispute } = await import('../../src/dispute/Dispute');

const what: Disputed = {
  kind: 'incident',
  id: 'leftovers-17',
  place: 'guide/incident-room#play',
  text: 'Uploads hang & `ss` shows “CLOSE_WAIT”.\n\nWho is it? #4',
  draw: { seed: 17, level: 'senior', family: 'leftovers' },
  answer: 'a proxy',
  verdict: 'The cause is a different one: 50% + 1.',
};
const around = { page: 'https://book.example/incident/?seed=17#top', versions: { book: '0.1.0', browser: 'Any/1.0' } };
const report = reportOf(what, around);
const TRACKERS = {
  github: 'https://github.com/owner/book/issues/new',
  forgejo: 'https://codeberg.org/owner/book/issues/new?template=mistake.md',
  gitlab: 'https://gitlab.example/group/sub/book/-/issues/new',
};

test('says what is disputed, how it was drawn, what was answered, and where', () => {
  expect(report.title).toBe('Disputed: incident leftovers-17');
  for (const said of [
    '- incident: `leftovers-17`',
    '- in the book: guide/incident-room#play',
    '- draw: seed 17, level senior, family leftovers',
    `- page: ${around.page}`,
    '- versions: book 0.1.0, browser Any/1.0',
    '> Uploads hang & `ss` shows “CLOSE_WAIT”.\n>\n> Who is it? #4',
    '> The cause is a different one: 50% + 1.',
    '> a proxy',
  ])
    expect(report.body).toContain(said);
  expect(reportOf({ ...what, answer: '' }, around).body).toMatch(/What I answered\*\*\n\n> –$/);
});

test.each([
  ['github', 'title', 'body'],
  ['forgejo', 'title', 'body'],
  ['gitlab', 'issue[title]', 'issue[description]'],
] as const)('%s finds title and text where it looks for them', (name, title, body) => {
  const { origin, pathname, searchParams } = new URL(issueAddress(TRACKERS[name], report));
  expect(origin + pathname).toBe(TRACKERS[name].split('?')[0]);
  expect(Object.fromEntries(searchParams)).toEqual({
    ...(name === 'forgejo' && { template: 'mistake.md' }),
    [title]: report.title,
    [body]: report.body,
  });
});

// Each takes a different number of characters of an address: 1, 3, 9, 12. The last is half of a character.
test.each(['a', ' +', 'é…', '🎲', '\ud83c'])('an answer of many “%s” is cut to what an address may hold', (piece) => {
  const { body } = reportOf({ ...what, answer: piece.repeat(20_000) }, around);
  const address = issueAddress(TRACKERS.github, { title: report.title, body });
  expect(address.length).toBeLessThanOrEqual(8000);
  // A character more would not have fitted.
  expect(address.length).toBeGreaterThan(8000 - 15);
  const said = new URL(address).searchParams.get('body')!;
  const [, kept, missing] = /^(.*)\n\n\[Cut here.* (\d+) more characters were on the page\.\]$/s.exec(said)!;
  expect([...kept!].length + Number(missing)).toBe([...body].length);
  expect(kept).toContain(what.verdict);
});

beforeEach(() => {
  vi.stubGlobal('window', { location: { href: around.page } });
  vi.stubGlobal('navigator', { userAgent: 'Any/1.0' });
});
afterEach(() => {
  fields.issues = '';
  python.state = 'idle';
  vi.unstubAllGlobals();
});

test('with a tracker it is a link to it, and tells of Python if that ran', () => {
  fields.issues = TRACKERS.gitlab;
  const bodyOf = (): string => {
    const html = renderToStaticMarkup(<Dispute what={what} />);
    const [, href] = /^<a href="([^"]+)" target="_blank" rel="noopener noreferrer">Dispute this<\/a>$/.exec(html)!;
    return new URL(href!.replaceAll('&amp;', '&')).searchParams.get('issue[description]')!;
  };
  expect(bodyOf()).toContain('- versions: book 0.1.0 (1fcb40ad), browser Any/1.0');
  python.state = 'ready';
  expect(bodyOf()).toContain('- versions: book 0.1.0 (1fcb40ad), Pyodide 0.28.2, browser Any/1.0');
});

test('without one it is a button', () => {
  expect(renderToStaticMarkup(<Dispute what={what} />)).toMatch(/^<button type="button"[^>]*>Dispute this<\/button>$/);
});
