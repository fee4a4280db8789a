import type { FromWorker, ToWorker } from '../messages';
import { type AnswerBridge, type Shown, take } from './bridge';
import { failure } from './failure';
import { Mount, takeFile } from './files';
import type { Python } from './python';
import { Turns } from './turns';

/** The first slice is shown at once; then no more often than anybody can see. */
const PARTIAL_MS = 50;

/** What shows nothing says so often that it is alive. */
const ALIVE_MS = 1000;

/** How often a question says how far it is: a bar that moves. */
const PROGRESS_MS = 200;

/** What is given in `transfer` is the page's from then on. */
export type Send = (message: FromWorker, transfer?: Transferable[]) => void;

/**
 * Does what the page asks for. An order (`run`, `cell`, `combine`, `ask`) is answered by any number of `partial` or
 * `alive`, then by one of `done`, `cells`, `values`, `answer`, `error` and `cancelled`; `broken` ends them all.
 */
export class Orders {
  private readonly turns = new Turns((id, error) => this.fail(id, error));
  private readonly mount = new Mount();

  constructor(
    private readonly python: Python,
    private readonly send: Send,
  ) {}

  async receive(message: Exclude<ToWorker, ToWorker<'start'>>): Promise<void> {
    try {
      await this.follow(message);
    } catch (error) {
      this.fail(message.id, error);
    }
  }

  private follow(message: Exclude<ToWorker, ToWorker<'start'>>): Promise<void> | void {
    const { id } = message;
    switch (message.type) {
      case 'run':
        return this.run(message);
      case 'cell':
        return this.cell(message);
      case 'combine':
        return this.combine(message);
      case 'ask':
        return this.ask(message);
      case 'cancel':
        this.turns.cancel(id);
        return this.send({ type: 'cancelled', id });
      case 'hold':
        this.turns.hold(id, true);
        return this.send({ type: 'held', id });
      case 'go':
        return this.turns.hold(id, false);
    }
  }

  private async run({ id, experiment, parameters, seed }: ToWorker<'run'>): Promise<void> {
    const { bridge, modules, isShut } = this.python;
    await this.alive(id, modules.figure(experiment));
    if (!isShut && bridge.takes_code(experiment)) throw new Error(`${experiment} runs in the sandbox only`);
    const json = JSON.stringify(parameters);
    const count = bridge.cells(experiment, json);
    if (count > 0) {
      this.send({ type: 'cells', id, count, known: take(bridge.known_cells(experiment, json, seed)) });
      return;
    }
    const work = bridge.start(experiment, json, seed);
    const tell = (isDone: boolean): void => this.show(id, work, isDone);
    this.turns.begin({ id, work, tell, every: PARTIAL_MS, told: 0 });
  }

  private async cell({ id, experiment, parameters, seed, index }: ToWorker<'cell'>): Promise<void> {
    const { bridge, modules } = this.python;
    await this.alive(id, modules.figure(experiment));
    const work = bridge.start_cell(experiment, JSON.stringify(parameters), seed, index);
    const tell = (isDone: boolean): void =>
      this.send(isDone ? { type: 'values', id, values: take(work.values()) } : { type: 'alive', id });
    this.turns.begin({ id, work, tell, every: ALIVE_MS, told: performance.now() });
  }

  private async combine(order: ToWorker<'combine'>): Promise<void> {
    const { id, experiment, parameters, seed, indices, values, done } = order;
    const { api, bridge, modules } = this.python;
    await this.alive(id, modules.figure(experiment));
    const lists = [api.toPy(indices), api.toPy(values.map((each) => Array.from(each)))] as const;
    const result = bridge.combine(experiment, JSON.stringify(parameters), seed, ...lists, done);
    this.show(id, result, true);
    for (const each of [result, ...lists]) each.destroy();
  }

  private async ask({ id, question, args, mounted, taken }: ToWorker<'ask'>): Promise<void> {
    const { api, modules } = this.python;
    await this.alive(id, modules.rest());
    if (mounted) this.mount.show(api, mounted);
    const work = (api.pyimport('inflight.bridge.answers') as AnswerBridge).ask(question, JSON.stringify(args));
    const answer = (): void => {
      const file = taken === undefined ? undefined : takeFile(api, taken);
      this.send({ type: 'answer', id, text: work.text(), ...(file && { file }) }, file && [file.buffer]);
    };
    const tell = (isDone: boolean): void =>
      isDone ? answer() : this.send({ type: 'alive', id, progress: work.progress() });
    this.turns.begin({ id, work, tell, every: PROGRESS_MS, told: performance.now() });
  }

  /** Says that an order is not forgotten while its modules are on their way. */
  private async alive(id: number, modules: Promise<void>): Promise<void> {
    const saying = setInterval(() => this.send({ type: 'alive', id }), ALIVE_MS);
    await modules.finally(() => clearInterval(saying));
  }

  private show(id: number, shown: Shown, isDone: boolean): void {
    const [columns, tables] = [take(shown.columns()), take(shown.tables())];
    const type = isDone ? 'done' : 'partial';
    const buffers = [...columns.map(([, { buffer }]) => buffer), ...tables.map(([, , { buffer }]) => buffer)];
    this.send({ type, id, head: shown.head(), columns, tables, progress: shown.progress }, buffers);
  }

  private fail(id: number, error: unknown): void {
    this.send(failure(this.python.api, id, error));
  }
}
