/** Files, in all and in one archive; more is a slip of the finger, or an archive made to do harm. */
export const MOST = 20_000;

/** Bytes of an archive; and of all that is read, unpacked. */
export const WHOLE = 200_000_000;

export const FULL = `It has not been read: all files together are larger than ${WHOLE / 1e6} MB.`;

/** How much may still be read. */
export class Room {
  private left = WHOLE;

  /** Is there room for so many bytes? Then it is taken. */
  take(size: number): boolean {
    if (size > this.left) return false;
    this.left -= size;
    return true;
  }
}
