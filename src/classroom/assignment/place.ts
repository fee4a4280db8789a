import * as v from 'valibot';
import { storageItem } from '../../memory/storageItem';

const shape = v.object({ fingerprint: v.string(), student: v.string() });

/** Which work this tab has open: it is gone on with after a reload, and only here. */
export const {
  get: knownPlace,
  set: keepPlace,
  forget: forgetPlace,
} = storageItem<v.InferOutput<typeof shape> | undefined>(
  'in-flight.assignment.open',
  v.parser(shape),
  undefined,
  globalThis,
  'sessionStorage',
);
