import { load } from './realm';
import { V86, type V86Options } from 'v86';
import type { Clock } from './clock';

/** Of the machine; v86 itself needs about as much again. */
export const MEMORY = 128 << 20;

/** v86 has four serial lines. */
const LINES = [0, 1, 2, 3] as const;

/** Random numbers that are the same in every run (xorshift32). */
function seeded(): () => number {
  let state = 0x1f1a2b3c;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state | 0;
  };
}

/** What the machine begins with: a saved state, or the image of a kernel that is to boot. */
export type Beginning = { state: ArrayBuffer } | { image: ArrayBuffer };

/** The processor and its devices. */
export interface Emulator {
  /** Runs for a millisecond of the machine's time at most; says for how many ms it has nothing to do, at most. */
  run: () => number;
  send: (line: number, bytes: Uint8Array) => void;
  save: () => Promise<ArrayBuffer>;
}

interface Exports {
  main_loop: () => number;
  memory: WebAssembly.Memory;
}

/** Switches it on without letting it run. `print` is handed every byte that it sends. */
export async function emulate(
  wasm: ArrayBuffer,
  beginning: Beginning,
  clock: Clock,
  print: (line: number, byte: number) => void,
): Promise<Emulator> {
  let exports: Exports | undefined;
  const options: V86Options = {
    wasm_fn: async (imports) => {
      imports.env!.get_rand_int = seeded();
      const all = await load(wasm, imports);
      exports = all as unknown as Exports;
      return all;
    },
    memory_size: MEMORY,
    vga_memory_size: 1 << 20,
    ...('state' in beginning
      ? { initial_state: { buffer: beginning.state } }
      : { multiboot: { buffer: beginning.image } }),
    ...{ uart1: true, uart2: true, uart3: true },
    ...{ disable_keyboard: true, disable_mouse: true, disable_speaker: true },
    net_device: { type: 'none' } as never,
    autostart: false,
  };
  const machine = new V86(options);
  await new Promise<void>((resolve) => machine.add_listener('emulator-loaded', () => resolve()));
  for (const line of LINES) {
    machine.add_listener(`serial${line}-output-byte`, (byte: number) => print(line, byte));
  }
  // Linux loops the fourth line back to see whether it is there, which v86 can’t do; this is what it would read (8250_port.c).
  machine.serial_set_carrier_detect(3, true);
  machine.serial_set_clear_to_send(3, true);
  clock.follow(exports!.memory);
  return {
    run: () => exports!.main_loop(),
    send: (line, bytes) => machine.serial_send_bytes(line, bytes),
    save: () => machine.save_state(),
  };
}
