import * as v from 'valibot';
import { type Kernel, KERNELS, USUAL } from '../model/kernels';
import { persisted } from './persisted';

/** The kernel of the reader's own hosts: what figures, defaults and conditions are of, until they say otherwise. */
export const yourKernel = persisted<Kernel>('in-flight.kernel', v.parser(v.picklist(KERNELS)), USUAL);
