/** Every link inside the book leads somewhere, and every anchor is there. */
import { expect, test } from './fixtures';
import { PAGES } from './pages';

/** Without the text between them: there, a terminal may print `src=10.0.0.2`. */
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const REFERENCE = /\s(?:href|src)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g;
const ID = /\sid=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g;

/** The values of an attribute in HTML, quoted or not. */
function attributes(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((m) => (m[1] ?? m[2] ?? m[3] ?? '').replaceAll('&amp;', '&'));
}

test('internal links and anchors resolve', async ({ request, baseURL }) => {
  const home = new URL(baseURL ?? '');
  /** Where a page leads, and what in it can be led to. */
  const look = async (address: string): Promise<{ references: string[]; ids: Set<string> } | null> => {
    const answer = await request.get(address);
    if (!answer.ok()) return null;
    const html = (await answer.text()).match(TAG)?.join(' ') ?? '';
    return { references: attributes(html, REFERENCE), ids: new Set(attributes(html, ID)) };
  };
  const looks = new Map<string, ReturnType<typeof look>>();
  const load = (address: string): ReturnType<typeof look> => {
    const answer = looks.get(address) ?? look(address);
    looks.set(address, answer);
    return answer;
  };
  const broken: string[] = [];
  for (const path of PAGES) {
    const page = new URL(path, home);
    for (const reference of (await load(page.href))?.references ?? []) {
      const target = new URL(reference, page);
      if (target.origin !== home.origin) continue;
      const anchor = decodeURIComponent(target.hash.slice(1));
      target.hash = '';
      const there = await load(target.href);
      if (there === null) broken.push(`/${path}: ${reference}`);
      else if (anchor && !there.ids.has(anchor)) broken.push(`/${path}: ${reference}: no such anchor`);
    }
  }
  expect(broken).toEqual([]);
});

test('no page is an orphan: links lead to each from the home page', async ({ request, baseURL }) => {
  const home = new URL(baseURL ?? '');
  const seen = new Set<string>();
  const open = [home.href];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const answer = await request.get(address);
    if (!answer.ok() || !answer.headers()['content-type']?.includes('html')) continue;
    for (const [link] of (await answer.text()).matchAll(/<a\s[^>]*>/g)) {
      const target = new URL(attributes(link, REFERENCE)[0] ?? '', address);
      target.hash = '';
      target.search = '';
      if (target.origin === home.origin) open.push(target.href);
    }
  }
  // The field in the bar leads to the page of results. Pages to embed are not in the sitemap: they are made for frames
  // elsewhere, and nothing here links to them.
  expect(PAGES.filter((path) => path !== 'search/' && !seen.has(new URL(path, home).href))).toEqual([]);
});

test('what is not there gets a page that says so', async ({ request }) => {
  const answer = await request.get('no/such/page');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain('<h1');
});
