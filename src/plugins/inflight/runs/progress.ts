/** Says what the build is computing: on a terminal in one line that moves, elsewhere in a line at the end. */
import logger from '@docusaurus/logger';
import type { Job } from './jobs';

type Kind = Job['do'];

/** What is counted together, in words. */
const WORDS: Record<Kind, string> = {
  bytecode: 'Python files compiled',
  stdlib: 'look through the standard library',
  describe: 'experiments described',
  preset: 'presets run',
  compare: 'recordings compared',
  ask: 'questions answered',
};

interface Count {
  asked: number;
  known: number;
  done: number;
  /** Seconds that those done have taken, together. */
  seconds: number;
}

/** Lines of a terminal are not drawn more often. */
const EVERY_MS = 200;

const { stderr } = process;

export class Progress {
  private counts = new Map<Kind, Count>();
  private began = performance.now();
  private drawn = 0;

  /** False: something else moves on the terminal now. */
  moves = true;

  /** `places`: how many jobs are done at a time. */
  constructor(private readonly places: number) {}

  private of(kind: Kind): Count {
    const count = this.counts.get(kind) ?? { asked: 0, known: 0, done: 0, seconds: 0 };
    this.counts.set(kind, count);
    return count;
  }

  asked(kind: Kind): void {
    this.of(kind).asked++;
  }

  /** It is in the cache. */
  known(kind: Kind): void {
    this.of(kind).known++;
  }

  done(kind: Kind, seconds: number): void {
    const count = this.of(kind);
    count.done++;
    count.seconds += seconds;
    this.draw();
  }

  /** Seconds until all that was asked is there, as far as one can tell from what has been done. */
  private left(): number {
    const all = [...this.counts.values()];
    const sum = (of: (count: Count) => number): number => all.reduce((total, count) => total + of(count), 0);
    const usual = sum(({ seconds }) => seconds) / (sum(({ done }) => done) || 1);
    const each = ({ done, seconds }: Count): number => (done > 0 ? seconds / done : usual);
    return sum((count) => (count.asked - count.known - count.done) * each(count)) / this.places;
  }

  private draw(): void {
    const now = performance.now();
    if (!this.moves || !stderr.isTTY || now - this.drawn < EVERY_MS) return;
    this.drawn = now;
    const open = [...this.counts].filter(([, { asked, known, done }]) => known + done < asked);
    const parts = open.map(([kind, { asked, known, done }]) => `${known + done} of ${asked} ${WORDS[kind]}`);
    stderr.write(`\r\x1b[K${parts.join(', ')}; about ${Math.ceil(this.left())} s left`);
  }

  /** The end of a stage: says what was done in it, and begins the next one. */
  end(): void {
    const seconds = ((performance.now() - this.began) / 1000).toFixed(1);
    if (stderr.isTTY) stderr.write('\r\x1b[K');
    const parts = [...this.counts].map(
      ([kind, { asked, known }]) => `${asked} ${WORDS[kind]}${known > 0 ? ` (${known} from the cache)` : ''}`,
    );
    if (parts.length > 0) logger.info(`${parts.join(', ')}: ${seconds} s`);
    this.counts = new Map();
    this.began = performance.now();
  }
}
