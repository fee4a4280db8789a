import { CONTROL, type Host, HOSTS, lineOf, type Place } from './hosts';
import type { Input, Order, Pace, Word } from './messages';
import type { Beginning } from './thread/emulator';

/** A thread, in a page or in Node.js. */
export interface Thread {
  post: (order: Order, moved: Transferable[]) => void;
  /** Called with each word; and with an error if the thread itself is broken. */
  listen: (hear: (word: Word) => void, broken: (error: Error) => void) => void;
  end: () => void;
}

/** What a script did. Times are the machine’s, in ns. */
export interface Ran {
  output: string;
  status: number;
  ended: number;
}

interface RunOptions {
  /** What it prints, as it comes. */
  onOutput?: (text: string, now: number) => void;
  /** The machine stops when the script ends: what comes next finds it at the same time in every run. */
  stops?: boolean;
  /** The script is ended when this is aborted. */
  signal?: AbortSignal;
}

interface Script {
  decoder: TextDecoder;
  output: string;
  onOutput: RunOptions['onOutput'];
  done: (ran: Ran) => void;
  failed: (error: Error) => void;
}

/** What may be listened to. */
export interface Events {
  /** A terminal printed something. */
  printed: { host: Host; bytes: Uint8Array; now: number };
  time: { now: number; speed: number };
  /** It stopped by itself. */
  stopped: { now: number };
  sent: Input;
  /** It can’t go on. */
  failed: Error;
}

type Listeners = { [Name in keyof Events]: Set<(event: Events[Name]) => void> };

/** Lines of the kernel after which nothing goes on. */
const PANIC = /Kernel panic|Attempted to kill init/;

const encoder = new TextEncoder();

/** Linux with its three hosts, running in a thread of its own. */
export class Machine {
  private readonly scripts = new Map<number, Script>();
  private readonly listeners: Listeners = {
    printed: new Set(),
    time: new Set(),
    stopped: new Set(),
    sent: new Set(),
    failed: new Set(),
  };
  private ids = 0;
  private error: Error | undefined;
  private saved: ((saved: { state: ArrayBuffer; now: number }) => void) | undefined;
  private begun: { resolve: () => void; reject: (error: Error) => void } | undefined;
  private getReady: () => void = () => undefined;
  /** A machine that boots stops when it can run scripts. */
  readonly whenReady = new Promise<void>((resolve) => {
    this.getReady = resolve;
  });

  private constructor(private readonly thread: Thread) {
    thread.listen(
      (word) => this.hear(word),
      (error) => this.fail(error),
    );
  }

  /** Switches a machine on; it stands still until it is given a pace. `now`: its time when the state was saved. */
  static async start(thread: Thread, wasm: ArrayBuffer, beginning: Beginning, now = 0): Promise<Machine> {
    const machine = new Machine(thread);
    await new Promise<void>((resolve, reject) => {
      machine.begun = { resolve, reject };
      const bytes = 'state' in beginning ? beginning.state : beginning.image;
      thread.post({ do: 'start', wasm, beginning, now }, [wasm, bytes]);
    });
    return machine;
  }

  /** Returns what ends the listening. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    this.listeners[name].add(listener);
    return () => this.listeners[name].delete(listener);
  }

  /** Runs a script of the shell in a host. */
  run(place: Place, script: string, { onOutput, stops = false, signal }: RunOptions = {}): Promise<Ran> {
    if (this.error) return Promise.reject(this.error);
    const id = ++this.ids;
    return new Promise((done, failed) => {
      this.scripts.set(id, { decoder: new TextDecoder(), output: '', onOutput, done, failed });
      signal?.addEventListener('abort', () => this.scripts.has(id) && this.thread.post({ do: 'kill', id }, []));
      this.thread.post({ do: 'run', id, place, script, stops }, []);
    });
  }

  /** Types into a host’s terminal. */
  type(host: Host, text: string): void {
    this.send({ line: lineOf(host), bytes: encoder.encode(text) });
  }

  /** Sends what was sent in another session, at the same times. */
  replay(inputs: readonly Input[]): void {
    for (const input of inputs) this.send(input);
  }

  setPace(pace: Pace): void {
    this.thread.post({ do: 'pace', pace }, []);
  }

  /** Runs for so many ms of the machine’s time, as fast as it can, and stops. */
  async advance(ms: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const ends = [
        this.on('stopped', () => settle(resolve)),
        this.on('failed', (error) => settle(() => reject(error))),
      ];
      const settle = (tell: () => void): void => {
        for (const end of ends) end();
        tell();
      };
      this.thread.post({ do: 'advance', ns: Math.round(ms * 1e6) }, []);
    });
  }

  /** The whole of it, as bytes to begin another machine with. */
  save(): Promise<{ state: ArrayBuffer; now: number }> {
    return new Promise((resolve) => {
      this.saved = resolve;
      this.thread.post({ do: 'save' }, []);
    });
  }

  /** Switches it off. */
  end(): void {
    this.thread.end();
    this.fail(new Error('The machine was switched off.'), false);
  }

  private send(input: Omit<Input, 'at'> & { at?: number }): void {
    this.thread.post({ do: 'send', ...input }, []);
  }

  private emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.listeners[name]) listener(event);
  }

  private fail(error: Error, isNews = true): void {
    if (this.error) return;
    this.error = error;
    this.begun?.reject(error);
    for (const { failed } of this.scripts.values()) failed(error);
    this.scripts.clear();
    if (isNews) this.emit('failed', error);
  }

  private hear(word: Word): void {
    switch (word.say) {
      case 'started':
        this.begun?.resolve();
        break;
      case 'ready':
        this.getReady();
        break;
      case 'printed':
        if (word.line !== CONTROL) this.emit('printed', { host: HOSTS[word.line]!, ...word });
        break;
      case 'output': {
        const script = this.scripts.get(word.id);
        if (!script) break;
        const text = script.decoder.decode(word.bytes, { stream: true });
        script.output += text;
        script.onOutput?.(text, word.now);
        break;
      }
      case 'ended': {
        const script = this.scripts.get(word.id);
        this.scripts.delete(word.id);
        script?.done({ output: script.output, status: word.status, ended: word.now });
        break;
      }
      case 'sent':
        this.emit('sent', word.input);
        break;
      case 'time':
        this.emit('time', word);
        break;
      case 'stopped':
        this.emit('stopped', word);
        break;
      case 'saved':
        this.saved?.(word);
        break;
      case 'kernel':
        if (PANIC.test(word.line)) this.fail(new Error(word.line));
        break;
      case 'failed':
        this.fail(new Error(word.error));
    }
  }
}
