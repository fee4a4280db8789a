import type { Experiment } from '../../model/contract';
import type { Runtime } from '../../runtime/types';
import { saveBytes } from '../../ui/saveFile';
import type { Setting } from '../urlState';
import { fileName } from './fileName';

export interface CaptureOptions {
  /** Where to listen: an interface of the file for each. */
  points: readonly string[];
  /** Whole packets, and not only their headers. */
  hasPayload: boolean;
}

/** Hands the packets of a run to the reader as a file that Wireshark opens; the model runs once more for it. */
export async function downloadCapture(
  runtime: Runtime,
  experiment: Experiment,
  { params, seed }: Setting,
  { points, hasPayload }: CaptureOptions,
): Promise<void> {
  const args = { experiment: experiment.id, parameters: params, seed, points, payload: hasPayload };
  const { base64 } = (await runtime.ask('capture', args)) as { base64: string };
  const several = points.length === 2 ? 'both' : 'all';
  const where = points.length === 1 ? points[0]!.replaceAll(' ', '-') : several;
  saveBytes(base64, fileName(experiment, params, seed, `${where}.pcapng`));
}
