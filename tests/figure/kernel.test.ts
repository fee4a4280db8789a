import { describe, expect, it } from 'vitest';
import type { Experiment, Preset } from '../../src/model/contract';
import { isIn, isKernel, KERNEL, USUAL } from '../../src/model/kernels';
import { onKernel } from '../../src/figure/parameters';
import { cpython } from '../command-line';

const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };

const OF_A_KERNEL = experiments.filter(({ parameters }) => parameters.some(({ name }) => name === KERNEL));

describe('the reader’s kernel', () => {
  it('starts as what the models start as', () => {
    const defaults = OF_A_KERNEL.flatMap(({ parameters }) =>
      parameters.flatMap((each) => (each.name === KERNEL ? [each.default] : [])),
    );
    expect(new Set(defaults)).toEqual(new Set([USUAL]));
  });

  it('is that of a preset unless the preset is about one', () => {
    const about = (values: Preset['values']): Pick<Preset, 'values'> => ({ values });
    const [figure] = OF_A_KERNEL as [Experiment, ...Experiment[]];
    expect(onKernel('6.1', figure, about({}))).toEqual({ kernel: '6.1' });
    expect(onKernel('6.1', figure, about({ kernel: '7.3' }))).toEqual({});
    expect(onKernel('2.4', figure, about({}))).toEqual({});
    const none = experiments.find((each) => !OF_A_KERNEL.includes(each))!;
    expect(onKernel('6.1', none, about({}))).toEqual({});
  });

  it('is one of those that were recorded', () => {
    expect(['6.1', '6.12', '7.3', '6.18', 6.1].map(isKernel)).toEqual([true, true, true, false, false]);
  });

  it.each([
    [{ from: '6.5' }, [false, true, true]],
    [{ to: '6.4' }, [true, false, false]],
    [{ to: '6.1' }, [true, false, false]],
    [{ before: '6.12' }, [true, false, false]],
    [{ from: '6.6', to: '6.15' }, [false, true, false]],
    [{ from: '3.10' }, [true, true, true]],
    [{}, [true, true, true]],
  ])('is in a range: %o', (range, are) => {
    expect(['6.1', '6.12', '7.3'].map((kernel) => isIn(range, kernel))).toEqual(are);
  });
});
