import * as v from 'valibot';
import { storageItem } from '../../memory/storageItem';

/** The reader's own file: what they have written, in this browser, whatever the book shows meanwhile. */
export const mine = storageItem<string | undefined>('in-flight.your-algorithm.1', v.parser(v.string()), undefined);
