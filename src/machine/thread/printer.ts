import type { Clock } from './clock';

/** Collects what the terminals print, so that not every byte is a message. */
export class Printer {
  private readonly waiting = new Map<number, { bytes: number[]; now: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly tell: (line: number, bytes: Uint8Array, now: number) => void,
  ) {}

  print(line: number, byte: number): void {
    const begun = this.waiting.get(line);
    if (begun) begun.bytes.push(byte);
    else this.waiting.set(line, { bytes: [byte], now: this.clock.now() });
  }

  flush(): void {
    for (const [line, { bytes, now }] of this.waiting) this.tell(line, Uint8Array.from(bytes), now);
    this.waiting.clear();
  }
}
