/** Parameters as the schema describes them. */
import type { ChoiceParameter, Experiment, FlagParameter, LanesSpec, NumberParameter } from '../../src/model/contract';

const CONTROL = { label: 'A label', knob: '', help: '', quantity: null, matters_when: {} };

export function number(rest: Partial<NumberParameter> = {}): NumberParameter {
  return {
    ...CONTROL,
    kind: 'number',
    name: 'size',
    unit: 'B',
    min: 4096,
    max: 4194304,
    default: 16384,
    scale: 'log2',
    step: 1,
    integer: true,
    special: {},
    chance: false,
    ...rest,
  };
}

export const rate = number({
  name: 'rate',
  unit: 'Mbit/s',
  min: 0.1,
  max: 1000,
  default: 10,
  scale: 'log10',
  step: null,
  integer: false,
});
export const rounds = number({ name: 'rounds', unit: '', min: 5, max: 100, default: 26, scale: 'linear' });
export const autotuned = number({ special: { '0': 'autotuned' } });
export const algorithm: ChoiceParameter = {
  ...CONTROL,
  kind: 'choice',
  name: 'algorithm',
  choices: [
    { value: 'reno', label: 'Reno' },
    { value: 'cubic', label: 'CUBIC' },
  ],
  default: 'cubic',
};
export const gso: FlagParameter = { ...CONTROL, kind: 'flag', name: 'gso', default: true };

const lanes: LanesSpec = {
  kind: 'lanes',
  title: 'Curves',
  lanes: [{ id: 'rate', title: 'Rate', unit: 'Mbit/s', series: ['rate'], kind: 'line', handles: [] }],
};

export const experiment: Experiment = {
  id: 'sample',
  part: 'windows',
  title: 'A sample',
  question: 'Why?',
  leaves_out: '',
  sources: [],
  file: '',
  parameters: [autotuned, rate, rounds, algorithm, gso],
  knobs: ['rate'],
  presets: [{ id: 'first', name: 'First', values: {}, note: '', recording: '' }],
  views: [lanes, { kind: 'sequence', title: 'Sequence numbers' }],
  bets: [],
  outputs: { columns: [], figures: [] },
  kernel: [],
  points: [],
};
