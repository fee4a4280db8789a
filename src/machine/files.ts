import type { Needed } from './download';

/** What the built site has of the machine. */
export interface MachineFiles {
  /** The script of its thread. */
  program: string;
  /** The emulator, compressed. */
  wasm: Needed;
  state: Needed;
  /** Its time in ns when the state was saved. */
  now: number;
}

/** What a tab needs for it, in GB, as `navigator.deviceMemory` counts. */
const LEAST_MEMORY = 2;

/** Browsers that don’t say how much memory there is may try. */
export function hasMemory(): boolean {
  const { deviceMemory = LEAST_MEMORY } = navigator as Navigator & { deviceMemory?: number };
  return deviceMemory >= LEAST_MEMORY;
}

export const bytesOf = ({ wasm, state }: MachineFiles): number => wasm.bytes + state.bytes;
