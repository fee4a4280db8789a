/**
 * Makes this thread a world of its own in which nothing depends on the host: v86 finds the machine's clock where it looks
 * for the time, and compiled code that is ready at once instead of at some later moment. Imported before v86, which takes
 * hold of `performance.now` and `Worker` when it is loaded.
 */
import type { Clock } from './clock';

let clock: Clock | undefined;

/** The host's own time, in ms. */
export const wall: () => number = performance.now.bind(performance);

/** The clock that this thread's time is told by. */
export function follow(given: Clock): void {
  clock = given;
}

const instantiate = WebAssembly.instantiate.bind(WebAssembly);

/** WebAssembly for the emulator itself, which may take its time. */
export const load = async (bytes: BufferSource, imports: WebAssembly.Imports): Promise<WebAssembly.Exports> =>
  (await instantiate(bytes, imports)).instance.exports;

/** What was compiled and is told about when the machine pauses next. */
const compiled: (() => void)[] = [];

/** Hands over what was compiled since the last time. */
export function handOver(): void {
  for (const tell of compiled.splice(0)) tell();
}

/** v86 compiles what runs often and waits for it with `then`. */
function compileNow(bytes: BufferSource, imports?: WebAssembly.Imports) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  return {
    then(use: (result: { instance: WebAssembly.Instance }) => void) {
      compiled.push(() => use({ instance }));
      return { catch: () => undefined };
    },
  };
}

Object.defineProperty(performance, 'now', { value: () => (clock ? clock.now() / 1e6 : 0) });
Object.defineProperty(Date, 'now', { value: () => clock?.date() ?? 0 });
Object.defineProperty(WebAssembly, 'instantiate', { value: compileNow });
// With one, v86 starts a timer in it, which this thread has no use for.
Object.defineProperty(globalThis, 'Worker', { value: undefined });
