import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BarsSpec } from '../../src/model/contract';
import * as VIEWS from '../../src/views';
import { draw } from '../../src/views/draw';
import { runWith } from './charts-sample';

it('draws every kind that Python declares, under its name', () => {
  const source = readFileSync(join(import.meta.dirname, '../../simulations/inflight/figure/views.py'), 'utf8');
  const kinds = [...source.matchAll(/^ {4}kind: ClassVar\[str\] = "(\w+)"$/gm)].map(([, kind]) => kind!);
  expect(kinds).toContain('lanes');
  expect(Object.keys(VIEWS).sort()).toEqual(kinds.sort());
});

it('draws in the words of each language that it is given', () => {
  const spec: BarsSpec = { kind: 'bars', title: '', table: 'none', label: '', value: '' };
  const rest = { spec, run: runWith([]), overlays: [], growing: false, events: false, width: 700, title: '' };
  for (const language of ['de', 'ja'])
    expect(renderToStaticMarkup(draw({ ...rest, translate: ({ id }) => `${language} ${id}` }).picture)).toContain(
      `${language} view.nothing`,
    );
});
