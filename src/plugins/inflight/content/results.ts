/** What a chapter says that a figure shows or a recording holds: `docs/congestion/slow-start.numbers.yaml`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import type { Plugin } from 'unified';
import * as v from 'valibot';
import type { Prerendered } from '../../../model/types';
import { formatSetting, formatValue } from '../../../views/format';
import { firstFile } from '../figureFiles';
import { textOf } from '../jsx';
import { literal } from './numbers';
import { fields, listOf, parseContent, text } from './parseContent';
import { walk } from './walk';

export const NUMBERS = '.numbers.yaml';

const statement = fields({
  says: text,
  are: listOf(text),
  recording: v.optional(text),
  recordings: v.optional(listOf(text, 2)),
  kernel: v.optional(text),
  moved: v.optional(text),
  figure: v.optional(text),
  preset: v.optional(text),
  at: v.optional(v.record(text, text)),
  seeds: v.optional(text),
  per: v.optional(text),
  within: v.optional(text),
});
export interface Statement extends v.InferOutput<typeof statement> {
  /** As the chapter has it: `says` without its brackets. */
  words: string;
  /** What stands in brackets. */
  numbers: string[];
}

const BRACKETS = /\[([\d.,]+)\]/g;

/** What a chapter says that is held to its source; none where it has no such file. */
export function readStatements(chapter: string): Statement[] {
  const file = chapter.replace(/\.mdx$/, NUMBERS);
  if (!existsSync(file)) return [];
  const read = parseContent(listOf(statement), { file, yaml: readFileSync(file, 'utf8') }, (statements) =>
    statements.flatMap(({ says, are, figure, recording, recordings, kernel, moved, seeds }) => {
      const [said, several] = [says.match(BRACKETS)?.length ?? 0, recordings ?? seeds];
      if ([figure, recording, recordings, moved].filter(Boolean).length !== 1)
        return [`${says}: it needs one of figure, recording, recordings and moved`];
      if (kernel && !recording && !recordings) return [`${says}: a kernel is that of a recording`];
      if (several ? are.length !== 1 || said < 1 || said > 2 : said !== are.length)
        return [`${says}: ${said} numbers in brackets, but ${are.length} in \`are\``];
      return [];
    }),
  );
  return read.map((each) => ({
    ...each,
    words: each.says.replace(BRACKETS, '$1'),
    numbers: Array.from(each.says.matchAll(BRACKETS), ([, number]) => number!),
  }));
}

/** Three digits that matter: fewer are also said of much else. */
const tells = (said: string): boolean => /(?:\d\.?){3}/.test(said.replace(/^[0.]+|0+(?=\D*$)/g, ''));

const plain = (said: string): string => said.replace(/[\u00a0\u202f]/g, ' ');

/** A figure of a page: its name there, and the preset with which it opens. */
interface Shown extends Prerendered {
  name: string;
  own: string;
}

/** What runs of a figure come to, as `<Quantity summary>` writes it, and that element. */
function resultsOf({ runs, experiment, name, own }: Shown, presets: readonly string[]): [string, string][] {
  const units = new Map(experiment.parameters.map((each) => [each.name, 'unit' in each ? each.unit : '']));
  return presets.flatMap((preset) => {
    const { summary, parameters } = runs[preset]!;
    const set = Object.entries(parameters).flatMap(([each, value]) =>
      typeof value === 'number' ? [formatValue(value, units.get(each)!), formatSetting(value, units.get(each)!)] : [],
    );
    const which = preset === own ? '' : ` preset="${preset}"`;
    return Object.entries(summary).flatMap(([key, { value, unit }]): [string, string][] => {
      const said = formatValue(value ?? NaN, unit);
      if (unit === '' || !tells(said) || set.includes(said)) return [];
      return [[plain(said), `<Quantity figure="${name}" summary="${key}"${which} />`]];
    });
  });
}

/** Refuses what one of the page's figures comes to, if it is written by hand and not held to its source. */
const results: Plugin<[{ data: string }], Root> =
  ({ data }) =>
  (tree, file) => {
    const statements = readStatements(file.path);
    // A chapter that has no list yet is not looked at.
    if (statements.length === 0) return;
    const figures: Shown[] = [];
    const emphasised = new Set<string>();
    walk(tree, (node) => {
      if (node.type === 'emphasis') emphasised.add(toString(node));
      if (node.type !== 'mdxJsxFlowElement' || node.name !== 'Experiment') return;
      const id = textOf(node, 'id')!;
      const first = JSON.parse(readFileSync(join(data, firstFile(id)), 'utf8')) as Prerendered | { onDemand: string };
      // The development server runs it when the page is looked at.
      if ('onDemand' in first) return;
      const own = textOf(node, 'preset') ?? first.experiment.presets[0]!.id;
      figures.push({ ...first, name: textOf(node, 'name') ?? id, own });
    });
    // What a figure opens with comes last, and so before what its other presets come to.
    const known = new Map([
      ...figures.flatMap((figure) => {
        const named = figure.experiment.presets.filter(({ name }) => emphasised.has(name));
        return resultsOf(
          figure,
          named.map(({ id }) => id),
        );
      }),
      ...figures.flatMap((figure) => resultsOf(figure, [figure.own])),
    ]);
    const held = new Set(statements.flatMap(({ numbers }) => numbers));
    const byHand = new RegExp(`(?<![\\w.,])(?:${[...known.keys()].map(literal).join('|')})(?![\\w/])`, 'g');
    const wrong: string[] = [];
    walk(tree, (node) => {
      // Tables hold what was recorded, and may say the same.
      if (known.size === 0 || ['heading', 'table', 'emphasis'].includes(node.type)) return false;
      if (node.type !== 'text') return true;
      for (const [said] of node.value.matchAll(byHand)) {
        if (held.has(/^[\d.,]*\d/.exec(said)![0])) continue;
        wrong.push(`line ${node.position?.start.line}: “${said}” is ${known.get(plain(said))}`);
      }
      return true;
    });
    if (wrong.length > 0)
      file.fail(`Numbers that come from a figure, or whose source belongs in *${NUMBERS}:\n${wrong.join('\n')}`);
  };

export default results;
