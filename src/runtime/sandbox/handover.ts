/** What the page hands to the sandbox, together with one end of a channel: it cannot fetch anything itself. */
export interface Handover {
  /** Of its worker. */
  program: string;
  files: File[];
}

/** What that worker will find where. */
export type File = readonly [address: string, content: ArrayBuffer];

/** Where that worker finds the memory of a Python that has started, if there is one. */
export const MEMORY = 'memory:';
