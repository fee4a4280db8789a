/** The program of a worker: Python for the book's own models. */
import { type Port, serve } from './serve';

// TypeScript knows the globals of a page; a worker's are the end of its channel.
serve(globalThis as unknown as Port, { load: (address) => import(address), isShut: false });
