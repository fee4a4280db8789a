import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import type { Plugin } from 'unified';
import { visit } from 'unist-util-visit';
import type { Experiment } from '../../model/contract';
import { type Expression, expressionOf, importDefault } from './estree';
import { firstFile } from './figureFiles';
import { type Element, textOf } from './jsx';

/**
 * Lets an author write `<Experiment id="send-buffer" />`: adds the import of the prerendered figure and hands it over
 * as `data`. A `<Quantity figure="send-buffer" parameter="sndbuf" />`, or one with a `summary`, gets the `data` of the
 * figure of that name on the page.
 */
const experiments: Plugin<[{ data: string }], Root> =
  ({ data }) =>
  (tree, file) => {
    const imported = new Map<string, string>();
    const figures = new Map<string, { id: string; preset: string | undefined }>();
    visitNamed(tree, 'Experiment', (node) => {
      const id = textOf(node, 'id');
      if (id === undefined) {
        file.fail('<Experiment> needs an id, written as a plain string', node.position);
      } else if (!existsSync(join(data, firstFile(id)))) {
        file.fail(
          `<Experiment id="${id}">: simulations/inflight/experiments has no experiment of that id`,
          node.position,
        );
      } else {
        if (!imported.has(id)) imported.set(id, `experiment${imported.size}`);
        figures.set(textOf(node, 'name') ?? id, { id, preset: textOf(node, 'preset') });
        attach(node, 'data', { type: 'Identifier', name: imported.get(id)! });
      }
    });
    visitNamed(tree, 'Quantity', (node) => {
      const name = textOf(node, 'figure');
      if (name === undefined) return;
      const figure = figures.get(name);
      const parameter = textOf(node, 'parameter') ?? '';
      const summary = textOf(node, 'summary');
      if (!figure) {
        file.fail(`<Quantity figure="${name}">: this page has ${[...figures.keys()].join(', ')}`, node.position);
      } else if (summary !== undefined) {
        const { results, presets } = namesIn(data, figure.id);
        const preset = textOf(node, 'preset') ?? figure.preset;
        if (!results.includes(summary)) {
          file.fail(`<Quantity summary="${summary}">: ${figure.id} gives ${results.join(', ')}`, node.position);
        }
        if (preset !== undefined && !presets.includes(preset)) {
          file.fail(
            `<Quantity preset="${preset}">: the presets of ${figure.id} are ${presets.join(', ')}`,
            node.position,
          );
        }
        attach(node, 'data', { type: 'Identifier', name: imported.get(figure.id)! });
        if (textOf(node, 'preset') === undefined && preset !== undefined) {
          attach(node, 'preset', { type: 'Literal', value: preset });
        }
      } else if (!numbersOf(data, figure.id).includes(parameter)) {
        const known = numbersOf(data, figure.id).join(', ');
        file.fail(`<Quantity parameter="${parameter}">: the numbers of ${figure.id} are ${known}`, node.position);
      } else {
        attach(node, 'data', { type: 'Identifier', name: imported.get(figure.id)! });
        if (figure.preset !== undefined) attach(node, 'preset', { type: 'Literal', value: figure.preset });
      }
    });
    for (const [id, name] of imported) {
      tree.children.unshift({
        type: 'mdxjsEsm',
        value: '',
        data: { estree: importDefault(name, `@inflight/${firstFile(id)}`) },
      });
    }
  };

function visitNamed(tree: Root, name: string, each: (node: Element) => void): void {
  visit(tree, (node) => {
    if ((node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') && node.name === name) each(node);
  });
}

function experimentOf(data: string, id: string): Experiment {
  const experiments = JSON.parse(readFileSync(join(data, 'experiments.json'), 'utf8')) as Experiment[];
  return experiments.find((each) => each.id === id)!;
}

/** The parameters of an experiment that are numbers. */
const numbersOf = (data: string, id: string): string[] =>
  experimentOf(data, id)
    .parameters.filter(({ kind }) => kind === 'number')
    .map(({ name }) => name);

/** What its runs come to, and what they are called. */
function namesIn(data: string, id: string): { results: string[]; presets: string[] } {
  const { outputs, presets } = experimentOf(data, id);
  return { results: outputs.figures.map(({ name }) => name), presets: presets.map((preset) => preset.id) };
}

function attach(node: Element, name: string, expression: Expression): void {
  node.attributes.push({ type: 'mdxJsxAttribute', name, value: expressionOf(expression) });
}

export default experiments;
