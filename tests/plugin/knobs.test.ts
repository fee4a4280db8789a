/** Every knob that a slider turns is explained, and what is said of its defaults is what the kernel's own texts say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
const entryOf = (name: string) => entries.find((each) => each.name === name)!;

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

/** What Documentation/networking/ip-sysctl.rst of Linux 6.18 documents, without the `tcp_` that all begin with. */
const DOCUMENTED_6_18 = `
  abort_on_overflow adv_win_scale allowed_congestion_control app_win autocorking available_congestion_control
  backlog_ack_defer base_mss challenge_ack_limit child_ehash_entries comp_sack_delay_ns comp_sack_nr
  comp_sack_slack_ns congestion_control dsack early_demux early_retrans ecn ecn_fallback ecn_option
  ecn_option_beacon ehash_entries fack fastopen fastopen_blackhole_timeout_sec fastopen_key fin_timeout frto
  fwmark_accept invalid_ratelimit keepalive_intvl keepalive_probes keepalive_time l3mdev_accept limit_output_bytes
  low_latency max_orphans max_reordering max_syn_backlog max_tw_buckets mem migrate_req min_rtt_wlen min_snd_mss
  min_tso_segs moderate_rcvbuf mtu_probe_floor mtu_probing no_metrics_save no_ssthresh_metrics_save notsent_lowat
  orphan_retries pacing_ca_ratio pacing_ss_ratio pingpong_thresh plb_cong_thresh plb_enabled
  plb_idle_rehash_rounds plb_rehash_rounds plb_suspend_rto_sec probe_interval probe_threshold recovery reflect_tos
  reordering retrans_collapse retries1 retries2 rfc1337 rmem rto_max_ms rto_min_us sack shrink_window
  slow_start_after_idle stdurg syn_linear_timeouts syn_retries synack_retries syncookies thin_linear_timeouts
  timestamps tso_rtt_log tso_win_divisor tw_reuse tw_reuse_delay window_scaling wmem workaround_signed_windows
`;

it('has an entry for every sysctl of TCP that the kernel documents', () => {
  const names = DOCUMENTED_6_18.trim().split(/\s+/);
  expect(names).toHaveLength(89);
  expect(names.filter((name) => !entryOf(`net.ipv4.tcp_${name}`))).toEqual([]);
});

/** What an entry says that the default is in a kernel. */
function valueIn(version: string, name: string): string | undefined {
  const { defaults } = entryOf(name);
  return defaults.filter(({ since }) => compareVersions(versionIn(since) ?? version, version) <= 0).at(-1)?.value;
}

/** Copied from Documentation/networking/ip-sysctl.rst of Linux 6.1, where each says “Default”. */
const IP_SYSCTL_6_1: Record<string, string> = {
  'net.core.somaxconn': '4096',
  'net.ipv4.ip_local_port_range': '32768 60999',
  'net.ipv4.tcp_abort_on_overflow': '0',
  'net.ipv4.tcp_adv_win_scale': '1',
  'net.ipv4.tcp_autocorking': '1',
  'net.ipv4.tcp_comp_sack_nr': '44',
  'net.ipv4.tcp_comp_sack_delay_ns': '1000000',
  'net.ipv4.tcp_early_retrans': '3',
  'net.ipv4.tcp_ecn': '2',
  'net.ipv4.tcp_ecn_fallback': '1',
  'net.ipv4.tcp_fastopen': '0x1',
  'net.ipv4.tcp_fastopen_blackhole_timeout_sec': '0',
  'net.ipv4.tcp_fin_timeout': '60',
  'net.ipv4.tcp_invalid_ratelimit': '500',
  'net.ipv4.tcp_keepalive_time': '7200',
  'net.ipv4.tcp_keepalive_probes': '9',
  'net.ipv4.tcp_keepalive_intvl': '75',
  'net.ipv4.tcp_limit_output_bytes': '1048576',
  'net.ipv4.tcp_max_reordering': '300',
  'net.ipv4.tcp_min_rtt_wlen': '300',
  'net.ipv4.tcp_min_tso_segs': '2',
  'net.ipv4.tcp_no_ssthresh_metrics_save': '1',
  'net.ipv4.tcp_notsent_lowat': String(0xffffffff),
  'net.ipv4.tcp_pacing_ca_ratio': '120',
  'net.ipv4.tcp_pacing_ss_ratio': '200',
  'net.ipv4.tcp_recovery': '0x1',
  'net.ipv4.tcp_reordering': '3',
  'net.ipv4.tcp_retries1': '3',
  'net.ipv4.tcp_retries2': '15',
  'net.ipv4.tcp_rmem': '4096 131072 6291456',
  'net.ipv4.tcp_slow_start_after_idle': '1',
  'net.ipv4.tcp_syn_retries': '6',
  'net.ipv4.tcp_synack_retries': '5',
  'net.ipv4.tcp_syncookies': '1',
  'net.ipv4.tcp_thin_linear_timeouts': '0',
  'net.ipv4.tcp_timestamps': '1',
  'net.ipv4.tcp_tso_rtt_log': '9',
  'net.ipv4.tcp_tso_win_divisor': '3',
  'net.ipv4.tcp_tw_reuse': '2',
  'net.ipv4.tcp_wmem': '4096 16384 4194304',
};

/** Read from /proc/sys of a machine with Linux 6.18.44 and 24 GB. */
const PROC_6_18: Record<string, string> = {
  'fs.nr_open': '1048576',
  'net.core.netdev_budget': '300',
  'net.core.netdev_budget_usecs': '8000',
  'net.core.netdev_max_backlog': '1000',
  'net.core.optmem_max': '131072',
  'net.core.rmem_default': '212992',
  'net.core.rmem_max': '4194304',
  'net.core.somaxconn': '4096',
  'net.core.wmem_max': '4194304',
  'net.ipv4.ip_local_port_range': '32768 60999',
  'net.ipv4.tcp_backlog_ack_defer': '1',
  'net.ipv4.tcp_base_mss': '1024',
  'net.ipv4.tcp_challenge_ack_limit': '2147483647',
  'net.ipv4.tcp_child_ehash_entries': '0',
  'net.ipv4.tcp_comp_sack_nr': '44',
  'net.ipv4.tcp_comp_sack_slack_ns': '100000',
  'net.ipv4.tcp_early_demux': '1',
  'net.ipv4.tcp_ecn_fallback': '1',
  'net.ipv4.tcp_ecn_option': '2',
  'net.ipv4.tcp_ecn_option_beacon': '3',
  'net.ipv4.tcp_fastopen_blackhole_timeout_sec': '0',
  'net.ipv4.tcp_fin_timeout': '60',
  'net.ipv4.tcp_frto': '2',
  'net.ipv4.tcp_fwmark_accept': '0',
  'net.ipv4.tcp_l3mdev_accept': '0',
  'net.ipv4.tcp_limit_output_bytes': '4194304',
  'net.ipv4.tcp_min_snd_mss': '48',
  'net.ipv4.tcp_moderate_rcvbuf': '1',
  'net.ipv4.tcp_mtu_probe_floor': '48',
  'net.ipv4.tcp_mtu_probing': '0',
  'net.ipv4.tcp_orphan_retries': '0',
  'net.ipv4.tcp_pingpong_thresh': '1',
  'net.ipv4.tcp_plb_cong_thresh': '128',
  'net.ipv4.tcp_plb_enabled': '0',
  'net.ipv4.tcp_plb_idle_rehash_rounds': '3',
  'net.ipv4.tcp_plb_rehash_rounds': '12',
  'net.ipv4.tcp_plb_suspend_rto_sec': '60',
  'net.ipv4.tcp_probe_interval': '600',
  'net.ipv4.tcp_probe_threshold': '8',
  'net.ipv4.tcp_reflect_tos': '0',
  'net.ipv4.tcp_retrans_collapse': '1',
  'net.ipv4.tcp_retries2': '15',
  'net.ipv4.tcp_rmem': '4096 131072 33554432',
  'net.ipv4.tcp_rto_max_ms': '120000',
  'net.ipv4.tcp_rto_min_us': '200000',
  'net.ipv4.tcp_shrink_window': '0',
  'net.ipv4.tcp_stdurg': '0',
  'net.ipv4.tcp_syn_linear_timeouts': '4',
  'net.ipv4.tcp_syn_retries': '6',
  'net.ipv4.tcp_tw_reuse': '2',
  'net.ipv4.tcp_tw_reuse_delay': '1000',
  'net.ipv4.tcp_wmem': '4096 16384 4194304',
  'net.ipv4.tcp_workaround_signed_windows': '0',
};

describe('a default', () => {
  it.each(Object.entries(IP_SYSCTL_6_1))('of %s in 6.1 is %s', (name, value) =>
    expect(valueIn('6.1', name)).toBe(value),
  );
  it.each(Object.entries(PROC_6_18))('of %s in 6.18 is %s', (name, value) => expect(valueIn('6.18', name)).toBe(value));
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
