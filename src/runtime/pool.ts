import type { Interpreter } from './interpreter';

/** So long nothing may happen until a helper's memory is given back: a reader who drags on finds it still there. */
const REST_MS = 60_000;

/** More Pythons, for runs in cells only: each takes some 60 MB, so they come when they pay and go when they rest. */
export class Pool {
  private helpers: Interpreter[] = [];
  private users = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** `size`: how many helpers, besides the Python that is always there. */
  constructor(
    private readonly create: () => Interpreter,
    private readonly size: number,
  ) {}

  /** All of them; to be given back. */
  borrow(): readonly Interpreter[] {
    clearTimeout(this.rest);
    this.users++;
    while (this.helpers.length < this.size) this.helpers.push(this.create());
    return this.helpers;
  }

  giveBack(): void {
    if (--this.users > 0) return;
    this.rest = setTimeout(() => {
      for (const helper of this.helpers) helper.end();
      this.helpers = [];
    }, REST_MS);
  }
}
