/** How long a chapter takes. */
export interface ReadingTime {
  /** To read it, and to think where it asks. */
  minutes: number;
  /** Take a minute or so each, on top. */
  figures: number;
  /** Questions at the ends of its sections. */
  cards: number;
}
