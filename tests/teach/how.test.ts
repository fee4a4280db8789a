/** What stands in a parameter's fields when a way to give it is chosen. */
import { expect, test } from 'vitest';
import { begun, countOf, howOf } from '../../src/classroom/teach/figure/how';
import type { Experiment } from '../../src/model/contract';
import { cpython } from '../command-line';
import { complaints } from './complaints';

const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };

const asked = (figure: string, name: string, value: unknown): string =>
  JSON.stringify({
    schema: 'inflight.assignment/1',
    id: 'a',
    title: 'a',
    key: 'a',
    questions: [{ id: 'a', kind: 'note', text: 'a', figure: { id: figure, at: { [name]: value } } }],
  });

test('whatever is chosen for a parameter of a figure, Python takes what then stands there', () => {
  const cases = experiments
    .filter(({ parameters }) => parameters.every(({ kind }) => kind !== 'code'))
    .flatMap(({ id, parameters }) =>
      parameters.flatMap((parameter) =>
        (['fixed', 'list', 'range'] as const)
          .filter((how) => how !== 'range' || parameter.kind === 'number')
          .map((how) => ({ id, how, name: parameter.name, value: begun(how, parameter, parameter.default) })),
      ),
    );
  expect(cases.length).toBeGreaterThan(500);
  for (const { how, value } of cases) expect(howOf(value)).toBe(how);
  const said = complaints(cases.map(({ id, name, value }) => asked(id, name, value)));
  expect(cases.map((each, index) => ({ ...each, said: said[index] })).filter((each) => each.said !== null)).toEqual([]);
});

test.each([
  [undefined, 'left', undefined],
  [40, 'fixed', undefined],
  [{ of: [1, 2, 2] }, 'list', 2],
  [{ from: 0.1, to: 0.3, step: 0.1 }, 'range', 3],
  [{ from: 20, to: 200, step: 10 }, 'range', 19],
  [{ from: 20, to: 25, step: 10 }, 'range', 1],
  [{ from: 20, to: 10, step: 1 }, 'range', undefined],
  [{ from: 20, to: 30, step: '' }, 'range', undefined],
] as const)('%j is %s, and gives %s values', (value, how, count) => {
  expect(howOf(value as never)).toBe(how);
  expect(countOf(value as never)).toBe(count);
});
