/** What a reader disputes, as the report of it is made from. */
export interface Disputed {
  kind: 'question' | 'incident';
  /** Of the question or of the incident. */
  id: string;
  /** Where it belongs in the book: `windows/memory#do`. */
  place?: string;
  /** What the reader was asked, or told. */
  text: string;
  /** What it was drawn with, by name: its seed, its values, its level and family. */
  draw: Readonly<Record<string, string | number | boolean>>;
  /** What the reader answered, in words; '' if nothing. */
  answer: string;
  /** What the book makes of that, and what it says is right. */
  verdict: string;
}
