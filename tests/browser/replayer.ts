/** Replays sessions of labs in a page: what `labs.spec.ts` compiles and runs there. */
import type { Lab } from '../../src/labs/lab';
import { replay, type Replayed } from '../../src/labs/replay';
import type { Transcript } from '../../src/labs/transcript';
import type { MachineFiles } from '../../src/machine/files';
import { startInPage } from '../../src/machine/inPage';

export type ReplayInPage = (files: MachineFiles, lab: Lab, transcript: Transcript) => Promise<Replayed>;

const replayInPage: ReplayInPage = async (files, lab, transcript) =>
  replay(await startInPage(files, () => undefined, new AbortController().signal), lab, transcript);

Object.assign(globalThis, { replayInPage });
