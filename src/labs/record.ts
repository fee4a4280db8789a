import { CONTROL, HOSTS } from '../machine/hosts';
import type { Machine } from '../machine/machine';
import type { LabSession, Verdict } from './session';
import type { Did, Size, Transcript } from './transcript';

const decoder = new TextDecoder();

/** Writes down what is done in a session, so that it can be replayed. Begins when the session has. */
export class Recorder {
  private readonly did: Did[] = [];
  private isChecking = false;

  constructor(
    machine: Machine,
    private readonly session: LabSession,
    private readonly of: { lab: string; machine: string; size: Size },
  ) {
    machine.on('sent', ({ at, line, bytes }) => {
      if (line !== CONTROL) this.did.push({ at, host: HOSTS[line]!, text: decoder.decode(bytes) });
      else if (this.isChecking) {
        this.isChecking = false;
        this.did.push({ at, check: true });
      }
    });
  }

  /** Nothing may be typed until it has ended. */
  check(): Promise<Verdict> {
    this.isChecking = true;
    return this.session.check();
  }

  /** After a check, what has led there. */
  get transcript(): Transcript {
    return { ...this.of, did: [...this.did] };
  }
}
