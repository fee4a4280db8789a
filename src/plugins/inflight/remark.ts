import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import type { Plugin } from 'unified';
import { visit } from 'unist-util-visit';
import type { Experiment } from '../../model/contract';
import { isLanes } from '../../model/views';
import { type Expression, expressionOf, importDefault } from './estree';
import { firstFile } from './figureFiles';
import { type Element, textOf } from './jsx';
import { complaint, isSmall, placementOf } from './placement';

interface Placed {
  id: string;
  preset: string | undefined;
}

/**
 * Lets an author write `<Experiment id="send-buffer" />`: adds the import of the prerendered figure and hands it over
 * as `data`. One that names a lane or a view is a small figure, which fetches for itself what it shows. A
 * `<Quantity figure="send-buffer" parameter="sndbuf" />`, or one with a `summary`, gets the `data` of the figure of that
 * name on the page; a `<Quantity name="cwnd">` is told which figure shows it.
 */
const experiments: Plugin<[{ data: string }], Root> =
  ({ data }) =>
  (tree, file) => {
    const imported = new Map<string, string>();
    const figures = new Map<string, Placed>();
    const known = readExperiments(data);
    const dataOf = (id: string): Expression => {
      if (!imported.has(id)) imported.set(id, `experiment${imported.size}`);
      return { type: 'Identifier', name: imported.get(id)! };
    };
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
        const placement = placementOf((name) => textOf(node, name));
        const wrong = complaint(placement, known(id), figures);
        if (wrong !== undefined) file.fail(`<Experiment id="${id}">: ${wrong}`, node.position);
        // One that shares another's state has none that could be spoken of.
        if (placement.share === undefined) figures.set(placement.name ?? id, { id, preset: placement.preset });
        if (isSmall(placement)) node.name = 'SmallFigure';
        else attach(node, 'data', dataOf(id));
      }
    });
    visitNamed(tree, 'Quantity', (node) => {
      const name = textOf(node, 'figure');
      if (name === undefined) {
        const shown = [...figures].find(([, { id }]) => shows(known(id), textOf(node, 'name')));
        if (shown) attach(node, 'seen', { type: 'Literal', value: shown[0] });
        return;
      }
      const figure = figures.get(name);
      const parameter = textOf(node, 'parameter') ?? '';
      const summary = textOf(node, 'summary');
      if (!figure) {
        file.fail(`<Quantity figure="${name}">: this page has ${[...figures.keys()].join(', ')}`, node.position);
      } else if (summary !== undefined) {
        const { results, presets } = namesIn(known(figure.id));
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
        attach(node, 'data', dataOf(figure.id));
        if (textOf(node, 'preset') === undefined && preset !== undefined) {
          attach(node, 'preset', { type: 'Literal', value: preset });
        }
      } else if (!numbersOf(known(figure.id)).includes(parameter)) {
        const numbers = numbersOf(known(figure.id)).join(', ');
        file.fail(`<Quantity parameter="${parameter}">: the numbers of ${figure.id} are ${numbers}`, node.position);
      } else {
        attach(node, 'data', dataOf(figure.id));
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

/** What Python says of each experiment; the file is read when the first is asked for. */
function readExperiments(data: string): (id: string) => Experiment {
  let all: Experiment[] | undefined;
  return (id) => {
    all ??= JSON.parse(readFileSync(join(data, 'experiments.json'), 'utf8')) as Experiment[];
    return all.find((each) => each.id === id)!;
  };
}

/** The parameters of an experiment that are numbers. */
const numbersOf = ({ parameters }: Experiment): string[] =>
  parameters.filter(({ kind }) => kind === 'number').map(({ name }) => name);

/** What its runs come to, and what they are called. */
const namesIn = ({ outputs, presets }: Experiment): { results: string[]; presets: string[] } => ({
  results: outputs.figures.map(({ name }) => name),
  presets: presets.map((preset) => preset.id),
});

/** Has the experiment a curve of this quantity? */
const shows = ({ views, outputs }: Experiment, quantity: string | undefined): boolean =>
  outputs.columns.some(
    (column) =>
      column.quantity === quantity &&
      views.filter(isLanes).some(({ lanes }) => lanes.some(({ series }) => series.includes(column.name))),
  );

function attach(node: Element, name: string, expression: Expression): void {
  node.attributes.push({ type: 'mdxJsxAttribute', name, value: expressionOf(expression) });
}

export default experiments;
