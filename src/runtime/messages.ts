/** What goes between the page and `worker.mjs`. */
import type { Params } from '../model/types';
import type { RuntimeUrls } from './types';

export type ToWorker =
  | { type: 'start'; urls: RuntimeUrls }
  | { type: 'run'; id: number; experiment: string; parameters: Params; seed: number }
  | { type: 'cancel'; id: number };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  | { type: 'partial'; id: number; head: string; columns: [string, Float64Array][]; progress: number }
  | { type: 'done'; id: number; head: string; columns: [string, Float64Array][]; progress: number }
  | { type: 'error'; id: number; message: string; mendable: boolean };
