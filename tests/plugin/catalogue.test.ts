/** The index of experiments: its links open a figure in the setting that they name. */
import { describe, expect, it } from 'vitest';
import { presetOf, settingOf } from '../../src/figure/parameters';
import { readLink } from '../../src/figure/urlState';
import type { Experiment } from '../../src/model/contract';
import type { Chapter } from '../../src/model/gallery';
import { catalogueOf, entryOf } from '../../src/plugins/inflight/catalogue';
import { cpython } from '../command-line';

const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };

describe.each(experiments.map((experiment) => [experiment.id, experiment] as const))('%s', (id, experiment) => {
  const { presets } = entryOf(experiment, []);

  it('opens in each of its presets', () => {
    expect(presets.map((preset) => preset.id)).toEqual(experiment.presets.map((preset) => preset.id));
    const base = settingOf(experiment, presetOf(experiment, undefined));
    for (const preset of presets) {
      const read = readLink(preset.search, id, experiment, base);
      expect(read.bad, preset.id).toEqual([]);
      const wanted = settingOf(experiment, presetOf(experiment, preset.id));
      expect(read.params, preset.id).toEqual(wanted);
    }
  });
});

describe('the catalogue', () => {
  const chapter: Chapter = { title: 'C', url: '/c' };
  const parts = [...new Set(experiments.map(({ part }) => part))].reverse().map((part) => ({ id: part, title: part }));
  const { entries } = catalogueOf(experiments, new Map([['send-buffer', [chapter]]]), { parts });

  it('has every experiment, part by part', () => {
    expect(entries.map(({ id }) => id).sort()).toEqual(experiments.map(({ id }) => id).sort());
    expect([...new Set(entries.map(({ part }) => part))]).toEqual(parts.map(({ id }) => id));
  });

  it('knows chapters, recordings and knobs', () => {
    const entry = entries.find(({ id }) => id === 'send-buffer')!;
    expect(entry.chapters).toEqual([chapter]);
    expect(entry.recordings).toBe(experiments.find(({ id }) => id === 'send-buffer')!.kernel.length);
    expect(entry.knobs).toContain('SO_SNDBUF');
  });

  it('names a knob once, and one that can be found in the reference', () => {
    for (const { id, knobs } of entries) {
      expect(new Set(knobs).size, id).toBe(knobs.length);
      expect(
        knobs.filter((knob) => /^$|\[\d+\]$/.test(knob)),
        id,
      ).toEqual([]);
    }
  });
});
