import type { Place } from '../hosts';

const encoder = new TextEncoder();

/** A script to run, as `machine/guest/programs/control.c` reads it. */
export function runOrder(id: number, place: Place, script: string): Uint8Array {
  const body = encoder.encode(script);
  const head = encoder.encode(`run ${id} ${place} ${body.length}\n`);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

/** The end of a script. */
export const killOrder = (id: number): Uint8Array => encoder.encode(`kill ${id}\n`);

interface Told {
  ready: () => void;
  output: (id: number, bytes: Uint8Array) => void;
  ended: (id: number, status: number) => void;
  /** A line that is none of these: the kernel’s. */
  other: (line: string) => void;
}

/** Reads what the machine says on the line of control. */
export class ControlReader {
  private head = '';
  private body: { id: number; bytes: Uint8Array; filled: number } | undefined;

  constructor(private readonly told: Told) {}

  read(byte: number): void {
    const { body, told } = this;
    if (body) {
      body.bytes[body.filled++] = byte;
      if (body.filled < body.bytes.length) return;
      this.body = undefined;
      told.output(body.id, body.bytes);
    } else if (byte === 10) {
      const line = this.head.replace(/\r$/, '');
      this.head = '';
      this.take(line);
    } else this.head += String.fromCharCode(byte);
  }

  private take(line: string): void {
    const { told } = this;
    const [, verb, id, value] = /^(out|end) (\d+) (\d+)$/.exec(line) ?? [];
    if (line === 'ready') told.ready();
    else if (verb === 'out') this.body = { id: Number(id), bytes: new Uint8Array(Number(value)), filled: 0 };
    else if (verb === 'end') told.ended(Number(id), Number(value));
    else if (line !== '') told.other(line);
  }
}
