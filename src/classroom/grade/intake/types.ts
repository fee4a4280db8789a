/** A file as it was dropped; nothing of it has been read. */
export interface Found {
  /** With the folders it lies in: learning platforms put the student's name there. */
  name: string;
  /** Bytes. */
  size: number;
  /** null: it is too large to be unpacked. */
  blob: Blob | null;
  /** Why it cannot be read. */
  wrong?: string;
}

/** A file to be marked. `text`: null if it is too large, or no text. */
export interface Sheet {
  name: string;
  size: number;
  text: string | null;
}
