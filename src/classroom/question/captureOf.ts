import { createContext } from 'react';
import type { CaptureFile } from '../../model/contract';

/** Makes the capture of a question, for the student whose paper this is; undefined: nobody's. */
export const CaptureOf = createContext<((question: string) => Promise<CaptureFile>) | undefined>(undefined);
