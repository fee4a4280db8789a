import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { VerdictsSpec } from '../../src/model/contract';
import { draw } from '../../src/views/draw';
import { translate } from '../untranslated';
import { columnFrom, runWith } from './charts-sample';

const spec: VerdictsSpec = {
  kind: 'verdicts',
  title: 'Two verdicts',
  tables: ['verdicts'],
  verdicts: 'verdicts',
  tool: 'Wireshark',
};

const JUDGED = ['right', 'half the truth', 'misleading', 'nothing to say'];
const SAID = ['TCP Dup ACK 4#1 to #3', 'TCP Retransmission', 'TCP Out-Of-Order', '–'];
const TRUTH = ['a segment arrived behind the hole', 'a probe', 'sent again', 'lost on the way'];

/** Rows that go through the four judgements, one every 10 ms. */
const runOf = (count: number, said = SAID) => {
  const numbers = Array.from({ length: count }, (_, row) => row);
  const times = numbers.map((row) => 0.02 + row / 100);
  const fours = numbers.map((row) => row % 4);
  return runWith([columnFrom('t', 's', 'time', [0, 1])], {
    verdicts: [
      columnFrom('time', 's', 'time', times),
      columnFrom('until', 's', 'time', times),
      columnFrom(
        'packets',
        '',
        'sequence',
        fours.map((four) => (four === 0 ? 3 : 1)),
      ),
      columnFrom(
        'from',
        '',
        'time',
        fours.map((four) => Number(four === 0)),
        ['sender', 'receiver'],
      ),
      columnFrom('packet', '', 'sequence', fours, ['ack 1', '1:2', '2:3', '3:4']),
      columnFrom('said', '', 'kernel', fours, said),
      columnFrom('truth', '', 'loss', fours, TRUTH),
      columnFrom('judged', '', 'loss', fours, JUDGED),
    ],
  });
};

const drawn = (run = runOf(4), width = 640) =>
  draw({ spec, run, overlays: [], growing: false, events: false, width, title: 'Sample', translate });
const markup = (...of: Parameters<typeof drawn>): string =>
  renderToStaticMarkup(drawn(...of).picture).replaceAll('><', '>\n<');
const rowsOf = (text: string): number => TRUTH.reduce((sum, truth) => sum + text.split(`>${truth}<`).length - 1, 0);

it('wide', () => expect(markup()).toMatchSnapshot());
it('narrow', () => expect(markup(undefined, 320)).toMatchSnapshot());

it.each([320, 640, 900])('counts what has no room and keeps its height, at %i px', (width) => {
  const many = markup(runOf(60), width);
  const shown = rowsOf(many);
  expect(shown).toBeGreaterThan(4);
  expect(many).toContain(`+ ${60 - shown} more`);
  expect(drawn(runOf(60), width).height).toBe(drawn(runOf(0), width).height);
  expect(markup(runOf(0), width)).toContain('Wireshark says nothing');
});

it('marks what misleads by more than a colour, and shortens what is too long', () => {
  const text = markup();
  expect(text.match(/data-judged="misleading"/g)).toHaveLength(2); // and once below, with its word
  const long = markup(
    runOf(
      4,
      SAID.map((said) => said.repeat(4)),
    ),
  );
  expect(long).toContain('…');
});

it('says both verdicts at a moment: the last by then', () => {
  const { time } = drawn();
  expect(time!.at(0).said).toBe(time!.at(0.02).said);
  expect(time!.at(0.045).said).toContain('sender, 2:3. Wireshark says: TCP Out-Of-Order; what happened: sent again');
  expect(time!.at(0.045).said).toContain('(misleading)');
  expect(time!.at(9).said).toMatch(/lost on the way$/);
  expect(time!.stops).toHaveLength(4);
});

it('tells rows of one moment apart', () => {
  const run = runOf(4);
  run.tables!.verdicts![0]!.values.fill(0.02);
  const { time } = drawn(run);
  const { stops } = time!;
  expect(new Set(stops).size).toBe(4);
  expect(new Set(stops.map((stop) => time!.at(stop).said)).size).toBe(4);
});
