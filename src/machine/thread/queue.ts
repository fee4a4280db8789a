import type { Input } from '../messages';

/** What is to be sent to the machine, in the order of its times. */
export class Queue {
  private readonly inputs: Input[] = [];

  add(input: Input): void {
    const later = this.inputs.findIndex(({ at }) => at > input.at);
    this.inputs.splice(later < 0 ? this.inputs.length : later, 0, input);
  }

  /** When the next one is due. */
  get next(): number {
    return this.inputs[0]?.at ?? Infinity;
  }

  /** Takes out what is due. */
  *due(now: number): Generator<Input> {
    while (this.inputs.length > 0 && this.next <= now) yield this.inputs.shift()!;
  }
}
