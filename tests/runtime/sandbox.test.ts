/** The glass between a reader's code and the page, as far as it can be looked at without a browser. */
import { describe, expect, test } from 'vitest';
import { isFromWorker } from '../../src/runtime/sandbox/check';
import { sandboxDocument } from '../../src/plugins/inflight/sandbox';

const HEAD = {
  experiment: 'x',
  parameters: { size: 1, algorithm: 'reno', gso: true },
  seed: 1,
  events: [{ t: 0, kind: 'loss', text: 'a loss' }],
  summary: { peak: { value: null, unit: 'B', label: 'Peak' } },
  sentence: 'It was.',
  commands: [{ title: 'See it', lines: ['ss -tin'] }],
  columns: [{ name: 't', unit: 's', meaning: 'time', quantity: 'time' }],
  tables: { packets: [{ name: 'fate', unit: '', meaning: '', quantity: 'loss', words: ['arrived'] }] },
};
const done = (head: object | string = HEAD, rest: object = {}) => ({
  type: 'done',
  id: 1,
  progress: 1,
  head: typeof head === 'string' ? head : JSON.stringify(head),
  columns: [['t', new Float64Array([0, 1])]],
  tables: [['packets', 'fate', new Float64Array([0])]],
  ...rest,
});

describe('what comes out', () => {
  test.each([
    { type: 'ready' },
    { type: 'failed', reason: 'no WebAssembly' },
    { type: 'broken', reason: 'null function' },
    { type: 'cancelled', id: 3 },
    { type: 'error', id: 1, message: 'line 3: …', mendable: true, line: 3 },
    { type: 'error', id: 1, message: 'Traceback …', mendable: false, line: undefined },
    done(),
    { ...done(), type: 'partial', tables: [] },
    { type: 'alive', id: 1 },
    { type: 'answer', id: 1, text: '{"decisions": [1, 0, -3]}' },
    // Python judges it.
    { type: 'answer', id: 1, text: '['.repeat(1_000_000) },
  ])('$type is a message', (message) => {
    expect(isFromWorker(message)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a word', 'done'],
    ['a type nobody knows', { type: 'eval', id: 1 }],
    ['an answer to no run', { type: 'cancelled', id: '1' }],
    ['a head that is no JSON', done('{')],
    ['a head with nothing in it', done({})],
    ['a sentence that React would choke on', done({ ...HEAD, sentence: { a: 1 } })],
    ['an event without words', done({ ...HEAD, events: [{ t: 0 }] })],
    [
      'a quantity that is a piece of style',
      done({ ...HEAD, columns: [{ ...HEAD.columns[0], quantity: 'x);--y:url(z' }] }),
    ],
    ['a summary of a list', done({ ...HEAD, summary: { peak: [1] } })],
    ['a column of anything', done(HEAD, { columns: [['t', [0, 1]]] })],
    ['a column without end', done(HEAD, { columns: [['t', new Float64Array(6_000_000)]] })],
    ['a book for a sentence', done({ ...HEAD, sentence: 'x'.repeat(30_000) })],
    ['an answer that is an object already', { type: 'answer', id: 1, text: { decisions: [] } }],
    ['an answer of more bytes than letters', { type: 'answer', id: 1, text: 'ä'.repeat(3_000_000) }],
    ['an answer without end', { type: 'answer', id: 1, text: `{"decisions": [${'1,'.repeat(3_000_000)}1]}` }],
  ])('%s is none', (_, message) => {
    expect(isFromWorker(message)).toBe(false);
  });
});

test('the document allows modules it was handed and WebAssembly, and no request at all', () => {
  const html = sandboxDocument('start()');
  const policy = new Map(
    /content="([^"]*)"/
      .exec(html)![1]!
      .split(';')
      .map((each) => each.trim().split(/ (.*)/s) as [string, string]),
  );
  expect([...policy.keys()].sort()).toEqual(['default-src', 'script-src', 'worker-src']);
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('worker-src')).toBe('blob:');
  // echo -n 'start()' | openssl dgst -sha256 -binary | base64
  const hash = 'DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=';
  expect(policy.get('script-src')!.split(' ').sort()).toEqual(
    ["'wasm-unsafe-eval'", `'sha256-${hash}'`, 'blob:'].sort(),
  );
  expect(html).toContain('<script>start()</script>');
});
