import type { Desk } from '../useDesk';
import type { AssignmentHead, Row } from '../../model/contract';
import { createStore } from '../../model/store';
import { LostError, messageOf } from '../../runtime/errors';
import { distinct, type Found, Room, sheetOf, unpack } from './intake';
import { MOST } from './intake/room';
import type { Marker, Unjudged } from './marking';
import { isSubmission } from './submission';

/** Bytes of a submission (`inflight/classroom/submission.py`); a larger one is not read. */
export const LARGEST = 1_000_000;

/** The teacher's file. */
export interface Loaded {
  name: string;
  text: string;
  head: AssignmentHead;
}

export interface SessionState {
  readonly assignment?: Loaded;
  /** Why a file is no assignment, or why marking has stopped. */
  readonly complaint?: string | undefined;
  /** Is an assignment being read? */
  readonly isLoading: boolean;
  readonly rows: readonly Row[];
  /** Files that have no row yet. */
  readonly waiting: number;
  readonly isMarking: boolean;
}

/** Marking that has not been stopped. */
interface Running {
  abort: AbortController;
  marker: Marker;
  /** Those under way. */
  files: Set<Found>;
  /** During which Python was lost; which of them did it, is not known. */
  suspects: Found[];
  /** Is a suspect under way? Then nobody else is. */
  isAlone: boolean;
}

const NOTHING: SessionState = { rows: [], waiting: 0, isMarking: false, isLoading: false };

/** An assignment, the files dropped for it, and their rows as they are done. */
export class Session {
  private readonly store = createStore(NOTHING);
  readonly state = this.store.get;
  readonly subscribe = this.store.subscribe;
  private queue: Found[] = [];
  /** All that was dropped. */
  private taken: Found[] = [];
  private texts = new Map<string, string>();
  private room = new Room();
  private running: Running | undefined;

  /** `abreast`: how many files are marked at a time. */
  constructor(
    private readonly desk: Desk,
    private readonly markerFor: (assignment: string) => Marker,
    private readonly abreast: number,
  ) {}

  /** The text of a file that has a row. */
  textOf = (name: string): string => this.texts.get(name) ?? '';

  /**
   * Takes a file as the assignment, and marks what waits for one. What was marked by another one goes; if that was this
   * assignment, too (the part that students get, say), it is marked again.
   */
  async load(file: Found): Promise<void> {
    const { name } = file;
    this.put({ complaint: undefined, isLoading: true });
    let text = '';
    try {
      // What is no text is no assignment either, and Python says so.
      text = (await sheetOf(file, LARGEST)).text ?? '';
      const head = await this.desk.assignment(text);
      const before = this.state().assignment;
      const again = before?.head.id === head.id ? this.taken : [];
      if (before) this.clear();
      this.put({ assignment: { name, text, head }, isLoading: false });
      this.enqueue(again);
    } catch (error) {
      const why = isSubmission(text)
        ? 'this is a file that a student handed in. The assignment is the file you saved when you made it.'
        : messageOf(error);
      this.put({ complaint: `${name}: ${why}`, isLoading: false });
    }
  }

  /** Marks what was dropped, after what waits already. */
  async add(found: readonly Found[]): Promise<void> {
    try {
      const unpacked = await unpack(found, LARGEST, this.room, MOST - this.taken.length);
      this.enqueue(distinct(unpacked, this.texts.keys()));
    } catch (error) {
      this.put({ complaint: messageOf(error) });
    }
  }

  private enqueue(fresh: readonly Found[]): void {
    for (const { name } of fresh) this.texts.set(name, '');
    this.queue.push(...fresh);
    this.taken.push(...fresh);
    this.put({ complaint: undefined, waiting: this.state().waiting + fresh.length });
    this.goOn();
  }

  /** Marks what is left; what was under way when it was stopped begins anew. */
  goOn = (): void => {
    const { assignment } = this.state();
    if (!assignment) return;
    this.running ??= {
      ...{ abort: new AbortController(), marker: this.markerFor(assignment.text) },
      ...{ files: new Set(), suspects: [], isAlone: false },
    };
    this.put({ complaint: undefined, isMarking: true });
    this.begin(this.running);
  };

  stop = (): void => {
    if (!this.running) return;
    const { abort, files, suspects } = this.running;
    this.queue.unshift(...files, ...suspects);
    this.running = undefined;
    abort.abort();
    this.put({ isMarking: false });
  };

  /** Begins what may be begun now. */
  private begin(running: Running): void {
    const { files, suspects } = running;
    for (let file = this.next(running); file; file = this.next(running)) {
      files.add(file);
      void this.mark(file, running);
    }
    if (files.size + suspects.length === 0) this.put({ isMarking: false });
  }

  /** Suspects come one at a time, when nobody else is there who could be harmed. */
  private next(running: Running): Found | undefined {
    const { files, suspects } = running;
    if (running.isAlone) return undefined;
    if (suspects.length === 0) return files.size < this.abreast ? this.queue.shift() : undefined;
    if (files.size > 0) return undefined;
    running.isAlone = true;
    return suspects.shift();
  }

  /** What goes wrong with one does not stop the others. */
  private async mark(file: Found, running: Running): Promise<void> {
    const { abort, files, suspects } = running;
    try {
      const row = await this.rowOf(file, running);
      if (abort.signal.aborted) return;
      this.put({ rows: [...this.state().rows, row], waiting: this.state().waiting - 1 });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (running.isAlone || !(error instanceof LostError)) {
        this.giveUp(running, error);
        return;
      }
      suspects.push(file);
    }
    files.delete(file);
    running.isAlone = false;
    this.begin(running);
  }

  /** Rejects if it was stopped, if Python was lost while others were there, or if there is none to give a row. */
  private async rowOf(file: Found, running: Running): Promise<Row> {
    const { signal } = running.abort;
    const refuse = (why: string, verdict: Unjudged): Promise<Row> =>
      running.marker.refuse(file.name, why, verdict, signal);
    if (file.wrong) return refuse(file.wrong, 'refused');
    try {
      const sheet = await sheetOf(file, LARGEST);
      this.texts.set(sheet.name, sheet.text ?? '');
      return await running.marker.mark(sheet, signal);
    } catch (error) {
      if (error instanceof LostError && !running.isAlone) throw error;
      return refuse(`It could not be marked (${messageOf(error)}).`, 'unmarked');
    }
  }

  /** Without Python nothing can be marked: all that has no row waits until the teacher lets it go on. */
  private giveUp({ abort: { signal } }: Running, error: unknown): void {
    if (signal.aborted) return;
    this.stop();
    this.put({ complaint: `Marking has stopped: ${messageOf(error)}` });
  }

  /** Lets go of all files; the assignment stays. */
  clear = (): void => {
    this.stop();
    this.queue = [];
    this.taken = [];
    this.texts = new Map();
    this.room = new Room();
    const { assignment } = this.state();
    this.store.set(assignment ? { ...NOTHING, assignment } : NOTHING);
  };

  private put(change: Partial<SessionState>): void {
    this.store.set({ ...this.state(), ...change });
  }
}
