import type { Place } from './hosts';
import type { Beginning } from './thread/emulator';

/** How the machine’s time goes: so many times as fast as the wall’s, as fast as it can, or not at all. */
export type Pace = number | 'fast' | 'stopped';

/** Something typed or told, and the machine’s time at which it came, in ns. A list of these repeats a session. */
export interface Input {
  at: number;
  line: number;
  bytes: Uint8Array;
}

/** What the machine’s thread is told. */
export type Order =
  | { do: 'start'; wasm: ArrayBuffer; beginning: Beginning; now: number }
  /** Without `at`: now. */
  | { do: 'send'; line: number; bytes: Uint8Array; at?: number }
  | { do: 'run'; id: number; place: Place; script: string; stops: boolean }
  | { do: 'kill'; id: number }
  | { do: 'pace'; pace: Pace }
  /** Runs for so many ns as fast as it can, and stops. */
  | { do: 'advance'; ns: number }
  | { do: 'save' };

/** What it says. `now` is the machine’s time in ns. */
export type Word =
  | { say: 'started' }
  | { say: 'ready' }
  | { say: 'printed'; line: number; bytes: Uint8Array; now: number }
  | { say: 'output'; id: number; bytes: Uint8Array; now: number }
  | { say: 'ended'; id: number; status: number; now: number }
  /** What was sent to it, with its time. */
  | { say: 'sent'; input: Input }
  /** `speed`: of its time, compared with the wall’s, since this was last said. */
  | { say: 'time'; now: number; speed: number }
  | { say: 'stopped'; now: number }
  | { say: 'saved'; state: ArrayBuffer; now: number }
  | { say: 'kernel'; line: string }
  | { say: 'failed'; error: string };
