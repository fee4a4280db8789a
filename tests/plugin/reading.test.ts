/** The outputs of docs/outputs say what they say of spans that are there, and lead to places that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counterAnchor } from '../../src/model/reading';
import { occurrences, place } from '../../src/plugins/reading/place';
import {
  countersOf,
  outputsOf,
  parseTool,
  readCounters,
  readTools,
  type Resolve,
} from '../../src/plugins/reading/read';

const SITE = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(SITE, file), 'utf8');

const tools = readTools(SITE);
const counters = readCounters(SITE);
const experiments = readdirSync(join(SITE, 'simulations/inflight/experiments')).map((name) =>
  name.replace(/\.py$/, '').replaceAll('_', '-'),
);
const knobs = readdirSync(join(SITE, 'docs/knobs'))
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => read(`docs/knobs/${name}`).match(/(?<=^- name: ).+$/gm) ?? [])
  .map((name) => name.replace(/\s+#.*$|['"]/g, ''));

/** Looks into the sources themselves: chapters, experiments, knobs and the table of counters. */
const resolve: Resolve = (see) => {
  const link = { to: see, label: see };
  const [, kind, name] = /^(?:(figure|knob|counter):)?(.+)$/.exec(see)!;
  if (kind === 'figure') return experiments.includes(name!) ? link : undefined;
  if (kind === 'counter') return counters.some((each) => each.name === name) ? link : undefined;
  if (kind === 'knob') return knobs.includes(name!) ? link : undefined;
  const [page, anchor] = name!.split('#');
  const file = `docs/${page}.mdx`;
  if (!existsSync(join(SITE, file))) return undefined;
  return anchor === undefined || read(file).includes(`{/* #${anchor} */}`) ? link : undefined;
};

describe.each([...tools])('docs/outputs/%s.yaml', (_, tool) => {
  const { outputs, mistakes } = outputsOf(tool, resolve);

  it('has no mistake', () => expect(mistakes).toEqual([]));
  it.each(outputs)('$id is the text that was recorded, cut at its spans', ({ id, pieces, notes }) => {
    const entry = tool.outputs.find((each) => each.id === id)!;
    expect(pieces.map(({ text }) => text).join('')).toBe(entry.text);
    const marked = pieces.filter(({ note }) => note !== undefined);
    expect(marked).toHaveLength(entry.spans.length);
    for (const { text, note } of marked) expect(notes[note!]!.at).toBe(text);
  });
  it('says of every output where it comes from', () => {
    for (const { from } of outputs) expect(from).toMatch(/^Recorded .*\.$/);
  });
});

describe('every output', () => {
  const guide = read('docs/guide/reading-the-tools.mdx');
  it.each([...tools].flatMap(([name, { outputs }]) => outputs.map(({ id }) => [name, id] as const)))(
    '%s %s is shown on the page',
    (name, id) => {
      expect(guide).toContain(`from '@reading/${name}.json'`);
      expect(guide).toMatch(new RegExp(`<ToolOutput data=\\{${name}(\\.${id}|\\['${id}'\\])\\} />`));
    },
  );
  it('that the page shows is there', () => {
    const shown = [...guide.matchAll(/<ToolOutput data=\{(\w+)(?:\.(\w+)|\['([^']+)'\])\} \/>/g)];
    expect(shown.length).toBeGreaterThan(20);
    for (const [, name, plain, quoted] of shown)
      expect(tools.get(name!)?.outputs.map(({ id }) => id)).toContain(plain ?? quoted);
  });
});

describe('a span', () => {
  const text = 'cwnd:10 rtt:10.5/1 cwnd:100\n10 -10';
  it('is no part of a longer word', () => {
    expect(occurrences(text, 'cwnd:10')).toEqual([0]);
    expect(occurrences(text, '10')).toEqual([5, 28, 32]);
  });
  it('cuts the text', () =>
    expect(place(text, [{ text: '10', nth: 2 }, { text: 'rtt:10.5/1' }])).toEqual({
      mistakes: [],
      pieces: [
        { text: 'cwnd:10 ' },
        { text: 'rtt:10.5/1', note: 1 },
        { text: ' cwnd:100\n' },
        { text: '10', note: 0 },
        { text: ' -10' },
      ],
    }));
  it('that is not there is a mistake', () => expect(place(text, [{ text: 'cwnd:11' }]).mistakes[0]).toMatch(/not in/));
  it('that could be two is a mistake', () => expect(place(text, [{ text: '10' }]).mistakes[0]).toMatch(/say which/));
  it('beyond the last is a mistake', () => expect(place(text, [{ text: '10', nth: 4 }]).mistakes[0]).toMatch(/only 3/));
  it('that goes on in the next line is a mistake', () =>
    expect(place(text, [{ text: 'cwnd:100\n10' }]).mistakes[0]).toMatch(/one line/));
  it('within another is a mistake', () =>
    expect(place(text, [{ text: 'cwnd:10 rtt' }, { text: 'rtt:10.5/1' }]).mistakes[0]).toMatch(/overlaps/));
});

describe('a file of outputs', () => {
  const yaml = `
fields:
  a: { name: a, means: It is a., see: [figure:nowhere] }
  unused: { name: b, means: It is b. }
outputs:
  - { id: x, title: X, command: x, from: Recorded., text: 'a:1  ', spans: [{ field: a, text: 'a:1' }, { field: c, text: 'a:2' }] }
`;
  it('is told every mistake', () =>
    expect(outputsOf(parseTool('x.yaml', yaml), () => undefined).mistakes).toEqual([
      'a: there is no figure:nowhere to see',
      'x: “a:2” is not in the text',
      'x: there is no field c',
      'unused: no output shows it',
    ]));
  it('must have its shape', () =>
    expect(() => parseTool('x.yaml', yaml.replace('means', 'mean'))).toThrow(/x\.yaml: fields\.a/));
});

describe('docs/counters.yaml', () => {
  const names = counters.map(({ name }) => name);
  const bare = new Set(names.map((name) => name.replace(/^TcpExt/, '')));

  it('has no mistake', () => expect(countersOf(counters, resolve).mistakes).toEqual([]));
  it('has an anchor of its own for each', () => expect(new Set(names.map(counterAnchor)).size).toBe(names.length));
  it('links to them as others do', () =>
    expect(counterAnchor('TcpExtListenOverflows')).toBe('counter-listenoverflows'));

  const files = (folder: string, ending: string): string[] =>
    readdirSync(join(SITE, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => join(folder, name));

  it('has every counter that the models count', () => {
    const counted = files('simulations/inflight', '.py').flatMap((file) =>
      [...read(file).matchAll(/counters\[([^\]]*)\]/g)].flatMap(([, key]) =>
        [...key!.matchAll(/"([A-Z]\w+)"/g)].map(([, name]) => name!),
      ),
    );
    expect(new Set(counted).size).toBeGreaterThan(25);
    expect([...new Set(counted)].filter((name) => !bare.has(name)).sort()).toEqual([]);
  });

  it('has every counter that a chapter, a figure or an incident names as nstat does', () => {
    // The kernel's own list, in its order, is neither.
    const programs = files('simulations/inflight', '.py').filter((file) => !file.endsWith('tools/counter_names.py'));
    const asked = [...files('docs', '.mdx'), ...programs].flatMap((file) =>
      [...read(file).matchAll(/\b(?:TcpExt|Tcp|Ip|Udp)[A-Z]\w+\b(?!\*)/g)].map(([name]) => name),
    );
    const real = asked.filter((name) => KERNEL.test(name));
    expect(new Set(real).size).toBeGreaterThan(30);
    expect([...new Set(real)].filter((name) => !names.includes(name)).sort()).toEqual([]);
  });
});

/** How nstat's names end; Python has classes that begin as they do. */
const KERNEL =
  /^TcpExt[A-Z]|^Tcp(Active|Passive)Opens$|^Tcp(AttemptFails|EstabResets|\w*Segs|\w*Rsts)$|^Ip\w+Routes$|^Udp\w+(Errors|Datagrams)$/;
