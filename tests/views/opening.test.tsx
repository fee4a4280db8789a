/** What a figure opens with leaves room for the question, the answer and the controls around it, on a desktop and on a phone. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { standing } from '../../src/figure/views';
import { BUILT } from '../../src/figure/useWidth';
import type { Experiment } from '../../src/model/contract';
import { unpack } from '../../src/model/stored';
import type { StoredResult } from '../../src/model/types';
import { draw } from '../../src/views/draw';
import { FLAT } from '../../src/views/view';
import { cpython } from '../command-line';
import { translate } from '../untranslated';

const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };

/** The widest and the narrowest that a form is drawn for, and those that are built. */
const WIDTHS = { wide: [560, BUILT.wide, 920], narrow: [320, BUILT.narrow, 559] } as const;

/** Of the first preset, as the page shows it at first. */
function runOf({ id, presets }: Experiment) {
  const values = Object.entries(presets[0]!.values).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return unpack(JSON.parse(cpython('run', id, ...values, '--json')) as StoredResult);
}

describe('what a figure opens with', () => {
  for (const experiment of experiments) {
    const { kind } = standing(experiment)[0]!;
    // One of each kind after every change, all of them every night.
    const isFirst = experiments.find((each) => standing(each)[0]!.kind === kind) === experiment;
    it(`is flat: ${experiment.id}, ${kind}`, { tags: isFirst ? [] : ['full'] }, () => {
      const spec = standing(experiment)[0]!;
      const run = runOf(experiment);
      const input = { spec, run, overlays: [], growing: false, events: true, flat: true, title: 'x', translate };
      for (const form of ['wide', 'narrow'] as const)
        for (const width of WIDTHS[form]) {
          const { height, picture } = draw({ ...input, width });
          const markup = renderToStaticMarkup(picture);
          expect(height, `${width} px wide`).toBeLessThanOrEqual(FLAT[form]);
          expect(markup).toContain(`viewBox="0 0 ${width} ${height}"`);
          // Nothing lies below its lower edge: the page goes on there.
          const ys = [...markup.matchAll(/<text[^>]* y="(-?[\d.]+)"/g)].map(([, y]) => Number(y));
          expect(Math.max(...ys), `${width} px wide`).toBeLessThanOrEqual(height);
        }
    });
  }

  it('is never above what leaves room for the rest on a screen', () => {
    expect(FLAT.wide).toBeLessThanOrEqual(350);
    expect(FLAT.narrow).toBeLessThanOrEqual(290);
  });

  it('is a view that can be seen in full where it leaves something out', () => {
    for (const experiment of experiments) {
      const [first, second] = standing(experiment);
      expect(first!.name).toBe(experiment.views[0]!.kind);
      if (second?.name.endsWith('-full')) expect(second.kind).toBe(first!.kind);
      expect(new Set(standing(experiment).map(({ name }) => name)).size).toBe(standing(experiment).length);
    }
  });
});
