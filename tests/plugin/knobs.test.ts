/** Every knob that a slider turns is explained, and what is said of its defaults is what the kernel's own texts say. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import facts from '../../docs/facts.json';
import { ALL, matches } from '../../src/guide/reference/filter';
import type { Claims } from '../../src/model/claims';
import type { Experiment } from '../../src/model/contract';
import { anchorOf, compareVersions, nameOf, versionIn, writtenNames } from '../../src/model/knobs';
import { joinKnobs, parseKnobs, readKnobs, wrongTogether } from '../../src/plugins/inflight/knobs';
import { cpython } from '../command-line';

const SITE = join(import.meta.dirname, '../..');
const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };

/** Fails with all that is wrong, the knobs of sliders that have no entry among it. */
const entries = readKnobs(SITE, experiments);

describe('the reference', () => {
  it('has an entry for every knob of every slider', () => {
    const names = entries.flatMap(({ name, also }) => [name, ...also]);
    const turned = experiments.flatMap(({ parameters }) => parameters.flatMap(({ knob }) => writtenNames(knob)));
    expect(turned.length).toBeGreaterThan(100);
    expect([...new Set(turned.map(nameOf))].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has each anchor once, and none that is empty', () => {
    const anchors = entries.flatMap(({ name, also }) => [name, ...also].map(anchorOf));
    expect(anchors.filter((anchor, i) => anchor === '' || anchors.indexOf(anchor) !== i)).toEqual([]);
  });

  it.each(entries.map((entry) => [entry.name, entry] as const))('%s is told in whole sentences', (_, entry) => {
    for (const field of ['summary', 'limits', 'touch', 'leave'] as const) {
      expect(entry[field]).toMatch(/^\S.*[.?!]$/s);
      expect(entry[field].split('`').length % 2, 'backticks come in pairs').toBe(1);
    }
    expect(entry.see).not.toEqual([]);
    for (const each of entry.defaults) expect(each.value).toBe(each.value.trim());
  });

  it('names in its texts only knobs of sysctl that it explains', () => {
    const named = entries.flatMap(({ limits, touch, leave, summary }) =>
      [...[summary, limits, touch, leave].join(' ').matchAll(/`((?:net|fs)\.[a-z0-9_.]+)`/g)].map(([, name]) => name!),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !entries.some((each) => each.name === name))).toEqual([]);
  });
});

it('explains every sysctl that the book names in full', () => {
  const docs = join(SITE, 'docs');
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdx'));
  const text = files.map((file) => readFileSync(join(docs, file), 'utf8')).join('\n');
  const named = [...text.matchAll(/\b(?:net\.(?:core|ipv4|netfilter)\.|fs\.)[a-z0-9_.-]*[a-z0-9]\b(?![._])/g)];
  expect(named.length).toBeGreaterThan(30);
  const known = new Set(entries.flatMap(({ name, also }) => [name, ...also]));
  expect([...new Set(named.map(([name]) => name))].filter((name) => !known.has(name))).toEqual([]);
});

/** What /proc counts, as nstat prints it. */
it('asks nstat for counters with a prefix that nstat knows', () => {
  const asked = entries.flatMap(({ see }) => see.filter((line) => line.startsWith('nstat')));
  const names = asked
    .flatMap((line) => line.replace(/#.*/, '').split(/\s+/).slice(1))
    .filter((word) => /^[A-Z]/.test(word));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !/^(TcpExt|IpExt|Tcp|Udp|Ip|Icmp|MPTcpExt)[A-Z]/.test(name))).toEqual([]);
});

/** What three kernels register, document and answered after boot (`tests/kernel/sysctl`). */
const KERNELS = readdirSync(join(SITE, 'tests/kernel/sysctl'))
  .filter((file) => file.endsWith('.json'))
  .map((file): [string, Kernel] => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(SITE, 'tests/kernel/sysctl', file), 'utf8')) as Kernel,
  ]);

interface Kernel {
  sysctls: Record<string, { documented: boolean; live: string }>;
}

/** Those of `net.core` that have no part in how a packet of TCP fares: of BPF, IPsec, namespaces and the kernel's log. */
const ELSEWHERE =
  /^net\.core\.(bpf_jit_|xfrm_|message_|devconf_|fb_tunnels|warnings|netdev_(rss_key|unregister)|tstamp_allow|mem_pcpu)/;

/** Defaults that are told in words, because memory, modules or chance make them. */
const MADE = [
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_allowed_congestion_control',
  'net.ipv4.tcp_available_congestion_control',
  'net.ipv4.tcp_available_ulp',
  'net.ipv4.tcp_ehash_entries',
  'net.ipv4.tcp_fastopen_key',
  'net.ipv4.tcp_max_orphans',
  'net.ipv4.tcp_max_syn_backlog',
  'net.ipv4.tcp_max_tw_buckets',
  'net.ipv4.tcp_mem',
  'net.ipv4.udp_mem',
  'net.netfilter.nf_conntrack_max',
];

/** Sysctls that later came into a stable kernel too, which their notes say. */
const BACKPORTED = ['6.1 net.ipv4.tcp_shrink_window'];

/** Debian builds its kernels with another default qdisc than mainline, which the note says. */
const BUILT_DIFFERENTLY = ['net.core.default_qdisc'];

/** What an entry says that the default is in a kernel; `undefined`: that it has no such sysctl. */
function valueIn(version: string, { defaults }: (typeof entries)[number]): string | undefined {
  const value = defaults
    .filter(({ since }) => compareVersions(versionIn(since) ?? version, version) <= 0)
    .at(-1)?.value;
  return value === 'no such sysctl' || value === 'gone' ? undefined : value;
}

const sameValue = (said: string | undefined, live: string | undefined) =>
  said === live || (said?.startsWith('0x') === true && Number(said) === Number(live));

describe.each(KERNELS)('of the sysctls of Linux %s', (version, { sysctls }) => {
  it('each of TCP has an entry, and each that queues or paces its packets', () => {
    const wanted = Object.keys(sysctls).filter(
      (name) => name.startsWith('net.ipv4.tcp_') || (name.startsWith('net.core.') && !ELSEWHERE.test(name)),
    );
    const known = entries.flatMap(({ name, also }) => [name, ...also]);
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('each is there if the reference says so, with the default that it says', () => {
    const told = entries.filter(({ name }) => /^net\.(core|ipv4|netfilter)\./.test(name) && !MADE.includes(name));
    const wrong = told
      .map((entry) => ({ name: entry.name, said: valueIn(version, entry), live: sysctls[entry.name]?.live }))
      .filter(({ name }) => !BACKPORTED.includes(`${version} ${name}`) && !BUILT_DIFFERENTLY.includes(name))
      .filter(({ said, live }) => (said === 'no effect' ? live === undefined : !sameValue(said, live)));
    expect(told.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });
});

describe('a name', () => {
  it('may stand beside others, and have commas of its own', () =>
    expect(writtenNames('TCP_CORK, writev(fd, iov, n), net.ipv4.tcp_rmem[2]').map(nameOf)).toEqual([
      'TCP_CORK',
      'writev(fd, iov, n)',
      'net.ipv4.tcp_rmem',
    ]));
  it.each([
    ['net.ipv4.tcp_rmem', 'net-ipv4-tcp-rmem'],
    ['/sys/class/net/…/queues/…/rps_cpus', 'sys-class-net-queues-rps-cpus'],
    ['write(fd, buf, n)', 'write-fd-buf-n'],
    ['ethtool -K … gro', 'ethtool-k-gro'],
  ])('%s is #%s', (name, anchor) => expect(anchorOf(name)).toBe(anchor));
});

describe('an entry', () => {
  const good = `
- name: net.ipv4.tcp_x
  unit: ''
  summary: It is.
  defaults: [{ value: 0x1, since: 3.10 }, { value: 2, since: ≤6.1 }]
  limits: This.
  touch: Now.
  leave: Then.
  see: [ss]
  figure: slow-start
  facts: [W01]
  sources: [tcp(7)]
`;
  const known = { experiments, facts };
  const wrong = (from: string | RegExp, to: string) => parseKnobs(good.replace(from, to), 'sysctl', known).mistakes;
  const { entries: parsed, mistakes } = parseKnobs(good, 'sysctl', known);

  it('is read as it is written', () => {
    expect(mistakes).toEqual([]);
    expect(parsed).toHaveLength(1);
    expect(parsed[0]!.defaults).toEqual([
      { value: '0x1', since: '3.10' },
      { value: '2', since: '≤6.1' },
    ]);
  });

  it.each([
    ['without a field', / {2}touch: .*\n/, '', 'touch'],
    ['with one that nobody knows', '  limits:', '  limit:', 'limit'],
    ['that says nothing', 'It is.', "''", 'summary'],
    ['of no version', '≤6.1', 'lately', 'defaults.1.since'],
    ['newest first', '≤6.1', '3.9', 'defaults'],
    ['of no figure', 'slow-start', 'fast-start', 'figure'],
    ['of no fact', 'W01', 'W99', 'facts'],
    ['without a source', '[tcp(7)]', '[]', 'sources'],
  ])('%s is told by file, name and field', (_, from, to, field) => {
    const [first, ...others] = wrong(from, to).filter((line) => line.includes(field));
    expect(others.length).toBeLessThan(2);
    expect(first).toContain(`docs/knobs/sysctl.yaml, net.ipv4.tcp_x: ${field}`);
  });

  it('is there once', () =>
    expect(wrongTogether([parsed[0]!, parsed[0]!], [])[0]).toMatch(/net\.ipv4\.tcp_x: #net-ipv4-tcp-x/));

  it('is missed by the slider that has none', () => {
    const slider = { name: 's', knob: 'SO_NONE[1]' } as Experiment['parameters'][number];
    const figure = { id: 'f', parameters: [slider] } as unknown as Experiment;
    expect(wrongTogether(parsed, [figure])).toEqual(['docs/knobs has no entry SO_NONE, which f.s turns']);
  });

  it('gets the figures whose sliders turn it, the best first, their chapters, and what people say', () => {
    const figure = (id: string, knob: string) => ({ id, title: id.toUpperCase(), parameters: [{ name: 's', knob }] });
    const turns = ['a', 'b'].map((id) => figure(id, 'TCP_CORK, net.ipv4.tcp_x[2]'));
    const all = [...turns, figure('c', 'net.ipv4.tcp_xx'), figure('slow-start', '')] as unknown as Experiment[];
    const chapter = { title: 'C', url: '/c' };
    const claim = { id: 'W01', verdict: 'wrong', claim: 'x', url: '/c#x', part: 'p' };
    const [knob] = joinKnobs(
      parsed,
      all,
      new Map([
        ['a', [chapter]],
        ['b', [chapter]],
      ]),
      {
        parts: [],
        claims: [claim, { ...claim, id: 'W02' }],
      } as unknown as Claims,
    );
    expect(knob!.figures.map(({ id }) => id)).toEqual(['slow-start', 'a', 'b']);
    expect(knob!.chapters).toEqual([chapter]);
    expect(knob!.facts).toEqual([{ id: 'W01', verdict: 'wrong', claim: 'x', url: '/c#x' }]);
    expect(knob!.anchor).toBe('net-ipv4-tcp-x');
  });
});

describe('the filter', () => {
  const parts = { parts: [], claims: [] };
  const knobs = joinKnobs(entries, experiments, new Map(), parts);
  const shown = (wanted: Partial<typeof ALL>) =>
    knobs.filter((knob) => matches(knob, { ...ALL, ...wanted })).map(({ name }) => name);

  it('shows all until something is wanted', () => expect(shown({})).toHaveLength(knobs.length));
  it('wants every word, wherever it stands', () => {
    expect(shown({ text: 'RECEIVE tcp_rmem smallest' })).toContain('net.ipv4.tcp_rmem');
    expect(shown({ text: 'tcp_rmem banana' })).toEqual([]);
  });
  it('knows what has changed since a kernel', () => {
    const changed = shown({ after: '6.1' });
    expect(changed).toContain('net.ipv4.tcp_syn_linear_timeouts');
    expect(changed).toContain('net.core.rmem_max');
    expect(changed).not.toContain('net.core.somaxconn');
    expect(shown({ after: '5.3' })).toContain('net.core.somaxconn');
  });
  it('knows kinds and figures', () => {
    expect(shown({ kind: 'sysctl' }).every((name) => /^(net|fs)\./.test(name))).toBe(true);
    expect(shown({ figure: 'yes', text: 'tcp_rfc1337' })).toEqual([]);
  });
});

it('says in each file only what that file is for', () => {
  const text = readFileSync(join(SITE, 'docs/knobs/sysctl.yaml'), 'utf8');
  expect([...text.matchAll(/^- name: (.*)$/gm)].filter(([, name]) => !/^(net|fs)\./.test(name!))).toEqual([]);
});
