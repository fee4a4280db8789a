/** The reference as it is built: complete without scripts, and each of its own links leads somewhere. */
import { join } from 'node:path';
import type { ComponentProps, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import facts from '../../docs/facts.json';
import type { Verdict } from '../../src/model/claims';
import type { Experiment } from '../../src/model/contract';
import { anchorOf } from '../../src/model/knobs';
import { joinKnobs, readKnobs } from '../../src/plugins/inflight/knobs';
import { cpython } from '../command-line';

const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
const claims = Object.entries(facts).map(([id, { claim, verdict }]) => ({
  ...{ id, claim, verdict: verdict as Verdict, url: `/book/taught/#${id}` },
  ...{ part: '', chapter: '', heading: '', anchor: id },
}));
const knobs = joinKnobs(readKnobs(join(import.meta.dirname, '../..'), experiments), experiments, new Map(), {
  parts: [],
  claims,
});

// What Docusaurus generates while it builds, as far as it matters here.
const anchors: string[] = [];
const links: string[] = [];
vi.mock('@inflight/knobs.json', () => ({ default: knobs }));
vi.mock('@docusaurus/Translate', () => import('../untranslated'));
vi.mock('@docusaurus/router', () => ({ useLocation: () => ({ hash: '' }) }));
vi.mock('@docusaurus/useBaseUrl', () => ({ default: (url: string) => `/base${url}` }));
vi.mock('@docusaurus/useBrokenLinks', () => ({
  default: () => ({
    collectAnchor: (anchor: string) => anchors.push(anchor),
    collectLink: (link: string) => links.push(link),
  }),
}));
vi.mock('@docusaurus/Link', () => ({ default: ({ to, ...rest }: { to: string }) => <a href={to} {...rest} /> }));
vi.mock('@theme/CodeBlock', () => ({ default: ({ children }: { children: ReactNode }) => <pre>{children}</pre> }));
vi.mock('@theme/Heading', () => ({
  default: ({ as: Level, ...rest }: ComponentProps<'h2'> & { as: 'h2' | 'h3' }) => {
    anchors.push(rest.id!);
    return <Level {...rest} />;
  },
}));

const { default: Reference } = await import('../../src/guide/reference/Reference');
const { KnobName, LeadsOut } = await import('../../src/figure/controls/KnobName');

describe('the page', () => {
  const html = renderToStaticMarkup(<Reference />);
  const ids = [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!);
  const sections = html.split(/<section class="entry[ "]/).slice(1);

  it('has all of every entry, and hides nothing', () => {
    expect(sections.map((each) => /data-knob="([^"]+)"/.exec(each)![1])).toEqual(knobs.map(({ name }) => name));
    expect(html).not.toMatch(/<[^>]* hidden/);
  });

  it('says every default of tcp_rmem, and since when', () => {
    const rmem = sections.find((each) => each.includes('data-knob="net.ipv4.tcp_rmem"'))!;
    expect(rmem).toMatch(/>3\.4<.*4096 87380 6291456.*>4\.20<.*4096 131072 6291456.*>6\.16<.*4096 131072 33554432/s);
    expect(rmem).toContain('href="/figures/receive-buffer/"');
    expect(rmem).toContain('href="/book/taught/#W11"');
    expect(rmem).toContain('href="#net-core-rmem-max"');
  });

  it('gives each heading an id of its own, and tells Docusaurus of it', () => {
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(
      knobs.flatMap(({ name, also }) => [name, ...also].map(anchorOf)).filter((id) => !anchors.includes(id)),
    ).toEqual([]);
  });

  it('leads nowhere that is not there', () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target!);
    expect(targets.length).toBeGreaterThan(knobs.length);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });
});

describe('the name below a control', () => {
  it('leads to its entry, below the root of the site, and the build looks whether that is there', () => {
    const html = renderToStaticMarkup(<KnobName knob="TCP_CORK, net.ipv4.tcp_rmem[2]" />);
    const urls = ['/base/book/guide/reference/#tcp-cork', '/base/book/guide/reference/#net-ipv4-tcp-rmem'];
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(urls);
    expect(links).toEqual(urls);
    expect(html.replace(/<[^>]*>/g, '')).toBe('TCP_CORK, net.ipv4.tcp_rmem[2]');
    expect(html).not.toContain('target=');
  });

  it('opens a page of its own where the figure stands in somebody else’s', () => {
    const html = renderToStaticMarkup(
      <LeadsOut value>
        <KnobName knob="TCP_CORK" />
      </LeadsOut>,
    );
    expect(html).toMatch(/target="_blank" rel="noopener"/);
  });
});
