/** What an instruction takes, as in the laboratory that the recordings come from (`tests/kernel/README.md`). */
const NS_PER_INSTRUCTION = 1;

/** Where v86 counts instructions, in its memory. */
const INSTRUCTIONS = 664;

/** 1 January 2026, 0:00 UTC: the date when a machine is switched on. */
const SWITCHED_ON_MS = 1_767_225_600_000;

/**
 * The machine's only clock, in whole nanoseconds: the instructions it has executed, and the time it has slept. What
 * happens in it therefore happens at the same time in every browser, however slow, and in every run.
 */
export class Clock {
  private view: Uint32Array | undefined;
  /** The instruction counter when it was last looked at; it has 32 bits. */
  private seen = 0;

  /** `passed`: the time it starts with. */
  constructor(private passed = 0) {}

  /** From now on, instructions count. */
  follow(memory: WebAssembly.Memory): void {
    this.view = new Uint32Array(memory.buffer, INSTRUCTIONS, 1);
    this.seen = this.view[0]!;
    this.memory = memory;
  }
  private memory: WebAssembly.Memory | undefined;

  now(): number {
    if (!this.view) return this.passed;
    // Memory that has grown is another buffer.
    if (this.view.length === 0) this.view = new Uint32Array(this.memory!.buffer, INSTRUCTIONS, 1);
    const count = this.view[0]!;
    this.passed += ((count - this.seen) >>> 0) * NS_PER_INSTRUCTION;
    this.seen = count;
    return this.passed;
  }

  sleep(ns: number): void {
    this.passed += ns;
  }

  date(): number {
    return SWITCHED_ON_MS + Math.floor(this.now() / 1e6);
  }
}
