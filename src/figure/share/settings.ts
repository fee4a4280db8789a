import type { Parameter, Params, Value } from '../../model/contract';

function plain(parameter: Parameter, value: Value): string[] {
  switch (parameter.kind) {
    case 'number': {
      const meaning = parameter.special[String(value)];
      if (meaning !== undefined) return [`${value} (${meaning})`];
      return [parameter.unit === '%' ? `${value}%` : `${value} ${parameter.unit}`.trim()];
    }
    case 'flag':
      return [value ? 'on' : 'off'];
    case 'code': {
      const lines = String(value).replace(/\n$/, '').split('\n');
      return [`${lines.length} lines of Python`, ...lines.map((line) => `    ${line}`)];
    }
    default:
      return [String(value) || 'none'];
  }
}

/** For programs, as the command line has it: `rate: 2 Mbit/s`, one parameter each; code is followed by its lines. */
export const plainSettings = (parameters: readonly Parameter[], params: Params): string[] =>
  parameters.flatMap((parameter) => {
    const [value, ...more] = plain(parameter, params[parameter.name]!);
    return [`${parameter.name}: ${value}`, ...more];
  });
