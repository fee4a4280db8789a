import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { TerminalSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { draw, showsOthers } from '../../src/views/draw';
import { fold, wrapCommand } from '../../src/views/terminal/fold';
import { parseLine, printValue } from '../../src/views/terminal/template';
import type { Drawing } from '../../src/views/view';
import { columnFrom, runWith } from './charts-sample';
import { commonWords } from '../../src/views/words';
import { translate } from '../untranslated';

const ENGLISH = commonWords(translate);

const HEADING = 'State  Recv-Q Send-Q Local\u00a0Address:Port Peer\u00a0Address:Port';
const LISTEN = 'LISTEN {recvq:<6} {sendq:<6}       0.0.0.0:8080         0.0.0.0:*   ';
const spec: TerminalSpec = {
  kind: 'terminal',
  title: 'Terminal',
  screens: [
    { command: 'ss -lnt', lines: [HEADING, LISTEN] },
    {
      command: 'nstat -az TcpExtListenOverflows TcpExtListenDrops',
      lines: [
        '#kernel',
        'TcpExtListenOverflows           {overflows:<6}             0.0',
        { text: 'TcpExtTCPAbortOnListen          {aborts:<6}             0.0', when: 'aborts' },
      ],
    },
    { command: 'cat state', lines: ['{state} {{{share:.1f}}}'] },
  ],
  watch: ['recvq', 'overflows'],
};

const TIMES = Array.from({ length: 101 }, (_, i) => i / 10);
const NAMES = ['idle', 'full'];

function sample(most = 6, aborts = 0): Result {
  const columns = [
    columnFrom('t', 's', 'time', TIMES),
    columnFrom(
      'recvq',
      'connections',
      'queue',
      TIMES.map((t) => Math.min(most, Math.floor(t * 2))),
    ),
    columnFrom(
      'sendq',
      'connections',
      'queue',
      TIMES.map(() => most - 1),
    ),
    columnFrom(
      'overflows',
      '',
      'loss',
      TIMES.map((t) => Math.max(0, Math.floor(t) - 3)),
    ),
    columnFrom(
      'aborts',
      '',
      'loss',
      TIMES.map((t) => (t < 5 ? 0 : aborts)),
    ),
    columnFrom(
      'state',
      '',
      'time',
      TIMES.map((t) => (t < 3 ? 0 : 1)),
      NAMES,
    ),
    columnFrom(
      'share',
      '',
      'time',
      TIMES.map((t) => t / 10),
    ),
  ];
  return { ...runWith(columns), events: [{ t: 3, kind: 'drop', text: 'full' }] };
}

const drawn = (run: Result, width = 640, of = spec): Drawing =>
  draw({ spec: of, run, overlays: [], growing: false, events: true, width, title: 'Way', translate });
const markup = (drawing: Drawing): string => renderToStaticMarkup(drawing.picture).replaceAll('><', '>\n<');

/** The lines as one reads them, from the top: words of a line stand in one <text>. */
const linesOf = (html: string): string[] =>
  [...html.matchAll(/<text class="line"[^>]*>(.*?)<\/text>/gs)].map(([, text]) => text!.replace(/<[^>]*>|\n/g, ''));
const at = (drawing: Drawing, t: number): string => renderToStaticMarkup(drawing.time!.at(t).cursor);
const changes = (html: string): string[] =>
  [...html.matchAll(/data-change="(\w+)">([^ <]*)/g)].map(([, a, b]) => `${a} ${b}`);

describe('terminal', () => {
  it('wide', () => expect(markup(drawn(sample()))).toMatchSnapshot());
  it('narrow', () => expect(markup(drawn(sample(), 320))).toMatchSnapshot());

  it('at rest prints the end of the run', () => {
    expect(linesOf(markup(drawn(sample(), 800)))).toEqual([
      '$ ss -lnt',
      'State Recv-Q Send-Q Local Address:Port Peer Address:Port',
      'LISTEN 6 5 0.0.0.0:8080 0.0.0.0:*',
      '$ nstat -az TcpExtListenOverflows TcpExtListenDrops',
      '#kernel',
      'TcpExtListenOverflows 7 0.0',
      '$ cat state',
      'full {1.0}',
    ]);
  });

  it('at the cursor prints that moment: what was so before it, not after', () => {
    const drawing = drawn(sample(), 800);
    expect(linesOf(at(drawing, 2.04))[2]).toBe('LISTEN 4 5 0.0.0.0:8080 0.0.0.0:*');
    expect(linesOf(at(drawing, 4.99))[5]).toBe('TcpExtListenOverflows 1 0.0');
    const moment = drawing.time!.at(2.04);
    expect(moment.said).toBe(
      '2.04\u00a0s: ss -lnt: LISTEN 4 5 0.0.0.0:8080 0.0.0.0:*; ' +
        'nstat -az TcpExtListenOverflows TcpExtListenDrops: TcpExtListenOverflows 0 0.0; cat state: idle {0.2}',
    );
  });

  it('a value that has changed a moment ago stands in reverse, and its line has a sign', () => {
    const drawing = drawn(sample());
    expect(changes(at(drawing, 2.05))).toEqual(['more 4', 'more 0.2']);
    expect(changes(at(drawing, 3.1))).toEqual(['more 6', 'other full', 'more 0.3']);
    expect(at(drawing, 3.1).match(/<path class="ink"/g)).toHaveLength(2);
    expect(at(drawing, 3.1).match(/class="reverse"/g)).toHaveLength(3);
    expect(changes(at(drawing, 0))).toEqual([]);
  });

  it('a line may wait for a column, and what is below it moves', () => {
    const run = sample(6, 3);
    const [before, after] = [at(drawn(run), 4.9), at(drawn(run), 5)].map(linesOf);
    expect(after!.filter((line) => !before!.some((other) => other.split(' ')[0] === line.split(' ')[0]))).toEqual([
      'TcpExtTCPAbortOnListen 3 0.0',
    ]);
    const place = (html: string): number =>
      Number(/y="([\d.]+)"[^>]*><tspan[^>]*>\$ <\/tspan><tspan[^>]*>cat/.exec(html)![1]);
    expect(place(at(drawn(run), 5)) - place(at(drawn(run), 4.9))).toBe(18);
  });

  it('nothing leaves the frame, at any width', () => {
    for (const width of [280, 320, 390, 560, 900])
      for (const [, x, text] of markup(drawn(sample(), width)).matchAll(/<tspan[^>]* x="([\d.]+)"[^>]*>([^<]*)/g))
        expect(Number(x) + text!.trim().length * (width < 560 ? 6.6 : 7.5)).toBeLessThanOrEqual(width);
  });

  it('has the same height for every run, and none of them gives NaN', () => {
    const missing = runWith([columnFrom('t', 's', 'time', [0, 1])]);
    const empty = runWith([columnFrom('t', 's', 'time', [])]);
    for (const width of [320, 360, 560, 900]) {
      const runs = [sample(), sample(50000, 8), missing, empty];
      expect(new Set(runs.map((run) => drawn(run, width).height)).size).toBe(1);
      for (const run of runs) expect(markup(drawn(run, width))).not.toContain('NaN');
    }
    expect(markup(drawn(empty))).toContain(ENGLISH.nothing);
    expect(showsOthers('terminal')).toBe(false);
  });
});

describe('its templates', () => {
  const printed = (template: string, value: number, words?: string[]): string => {
    const piece = parseLine(template).find(({ of }) => typeof of !== 'string')!;
    const column = columnFrom('a', '', 'time', [value], words);
    const [text, pad] = printValue(piece.of as never, column, value);
    return `${' '.repeat(pad)}${text}`;
  };

  it('are those of format(): numbers to the right, words to the left, unless told otherwise', () => {
    expect(printed('{a:6}', 42)).toBe('    42');
    expect(printed('{a:<6}', 42)).toBe('42');
    expect(printed('{a:^6}', 42)).toBe('  42');
    expect(printed('{a:6}', 1, ['x', 'yes'])).toBe('yes');
    expect(printed('{a:>6}', 1, ['x', 'yes'])).toBe('   yes');
    expect(printed('{a:7.2f}', 2 / 3)).toBe('   0.67');
    expect(printed('{a}', 123456789)).toBe('123456789');
    expect(printed('{a}', NaN)).toBe('-');
  });

  it('keep words at their columns; doubled braces are braces', () => {
    const places = parseLine('a  {b:>4} {{c}}').map(({ at, width, of }) => [
      at,
      width,
      typeof of === 'string' ? of : of.name,
    ]);
    expect(places).toEqual([
      [0, 1, 'a'],
      [3, 4, 'b'],
      [8, 3, '{c}'],
    ]);
  });
});

describe('a table that is too wide', () => {
  const lines = [HEADING, LISTEN].map(parseLine);
  const placed = (room: number): string[] => {
    const { place } = fold(lines, room);
    return lines[0]!.map(({ at, of }) => `${place(at).block}:${place(at).x} ${of as string}`);
  };

  it('stays as it is where it has room', () => {
    expect(placed(60).map((each) => each.split(' ')[0])).toEqual(['0:0', '0:7', '0:14', '0:21', '0:40']);
  });

  it('goes below, column by column, heading and value together', () => {
    expect(placed(40)).toEqual([
      '0:0 State',
      '0:7 Recv-Q',
      '0:14 Send-Q',
      '0:21 Local Address:Port',
      '1:2 Peer Address:Port',
    ]);
    expect(fold(lines, 24).blocks).toBe(3);
  });

  it('a command goes on in the next line', () => {
    expect(wrapCommand('nstat -az TcpExtListenOverflows', 16)).toEqual(['nstat -az', 'TcpExtListenOverflows']);
    expect(wrapCommand('ss -lnt', 16)).toEqual(['ss -lnt']);
  });
});
