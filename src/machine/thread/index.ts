/** The machine’s thread: a worker in the page, a thread in Node.js. */
import { follow, wall } from './realm';
import type { Order, Word } from '../messages';
import { CONTROL } from '../hosts';
import { Clock } from './clock';
import { ControlReader, killOrder, runOrder } from './control';
import { type Beginning, emulate } from './emulator';
import { Pacemaker } from './pacemaker';
import { Printer } from './printer';
import { Queue } from './queue';
import { Stepper } from './stepper';

/** How long it runs before it listens again, in ms of the wall. */
const SLICE = 8;

/** How often it says what time it is, in ms of the wall. */
const TOLD_EVERY = 100;

const say = (word: Word, moved: Transferable[] = []): void => postMessage(word, { transfer: moved });

class Machine {
  private readonly queue = new Queue();
  private readonly pacemaker: Pacemaker;
  private readonly wakeUp = new MessageChannel();
  private readonly printer: Printer;
  /** Where it stops. */
  private end = Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Said when it has stopped: that it has booted, or that a script after which it stops has ended. */
  private last: Word | undefined;
  private readonly stopping = new Set<number>();
  private told = { wall: wall(), now: 0 };
  private stepper!: Stepper;
  private save!: () => Promise<ArrayBuffer>;

  private readonly control = new ControlReader({
    ready: () => {
      this.last = { say: 'ready' };
    },
    output: (id, bytes) => say({ say: 'output', id, bytes, now: this.clock.now() }),
    ended: (id, status) => {
      const word: Word = { say: 'ended', id, status, now: this.clock.now() };
      if (this.stopping.delete(id)) this.last = word;
      else say(word);
    },
    other: (line) => say({ say: 'kernel', line }),
  });

  constructor(private readonly clock: Clock) {
    this.pacemaker = new Pacemaker('stopped', clock.now());
    this.printer = new Printer(clock, (line, bytes, now) => say({ say: 'printed', line, bytes, now }));
    this.wakeUp.port1.onmessage = () => this.slice();
  }

  async start(wasm: ArrayBuffer, beginning: Beginning): Promise<void> {
    const emulator = await emulate(wasm, beginning, this.clock, (line, byte) => {
      if (line === CONTROL) this.control.read(byte);
      else this.printer.print(line, byte);
    });
    this.stepper = new Stepper(this.clock, emulator);
    this.save = emulator.save;
    say({ say: 'started' });
  }

  async obey(order: Exclude<Order, { do: 'start' }>): Promise<void> {
    switch (order.do) {
      case 'send':
        this.send(order.line, order.bytes, order.at);
        break;
      case 'run':
        if (order.stops) this.stopping.add(order.id);
        this.send(CONTROL, runOrder(order.id, order.place, order.script));
        break;
      case 'kill':
        this.send(CONTROL, killOrder(order.id));
        break;
      case 'pace':
        this.end = Infinity;
        this.pacemaker.set(order.pace, this.clock.now());
        break;
      case 'advance':
        this.end = this.clock.now() + order.ns;
        this.pacemaker.set('fast', this.clock.now());
        break;
      case 'save': {
        const state = await this.save();
        say({ say: 'saved', state, now: this.clock.now() }, [state]);
      }
    }
    this.soon();
  }

  /** What comes now, comes at the time that the machine would have if it hadn’t slept over it. */
  private send(line: number, bytes: Uint8Array, at?: number): void {
    const now = this.clock.now();
    if (at === undefined && this.stepper.isAsleep) this.stepper.step(Math.min(this.pacemaker.limit(now), this.end));
    this.queue.add({ line, bytes, at: at ?? this.clock.now() });
  }

  private slice(): void {
    try {
      this.runUntil(wall() + SLICE);
    } catch (error) {
      this.pacemaker.set('stopped', this.clock.now());
      say({ say: 'failed', error: String(error) });
    }
  }

  private runUntil(end: number): void {
    let now = this.clock.now();
    let limit = now;
    do {
      for (const input of this.queue.due(now)) {
        this.stepper.send(input.line, input.bytes);
        say({ say: 'sent', input: { ...input, at: now } });
      }
      if (this.isAtEnd(now)) this.stop(now);
      limit = this.pacemaker.limit(now);
      const until = Math.min(limit, this.end, this.queue.next);
      if (now >= until) break;
      this.stepper.step(until);
      now = this.clock.now();
      // At its end it stops before anybody can tell it anything.
    } while (wall() < end || this.isAtEnd(now));
    this.printer.flush();
    this.tellTime();
    if (this.pacemaker.pace === 'stopped') return;
    if (now < limit) this.soon();
    else this.timer = setTimeout(() => this.slice(), Math.max(1, this.pacemaker.wait(now, now + 1e6)));
  }

  private isAtEnd(now: number): boolean {
    return this.last !== undefined || now >= this.end;
  }

  private stop(now: number): void {
    this.end = Infinity;
    this.pacemaker.set('stopped', now);
    this.printer.flush();
    say({ say: 'stopped', now });
    if (this.last) say(this.last);
    this.last = undefined;
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.wakeUp.port2.postMessage(undefined);
  }

  private tellTime(): void {
    const now = this.clock.now();
    const since = wall() - this.told.wall;
    if (since < TOLD_EVERY && this.pacemaker.pace !== 'stopped') return;
    say({ say: 'time', now, speed: since > 0 ? (now - this.told.now) / 1e6 / since : 0 });
    this.told = { wall: wall(), now };
  }
}

let machine: Machine | undefined;

async function take(order: Order): Promise<void> {
  if (order.do !== 'start') {
    await machine!.obey(order);
    return;
  }
  const clock = new Clock(order.now);
  follow(clock);
  machine = new Machine(clock);
  await machine.start(order.wasm, order.beginning);
}

globalThis.onmessage = ({ data }: MessageEvent<Order>): void => {
  take(data).catch((error: unknown) => say({ say: 'failed', error: String(error) }));
};
