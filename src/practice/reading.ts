/** Where an edge of a section lies, seen from the window. */
export type Where = 'above' | 'in' | 'below';

/** How long a section has to have been on the screen, and its end, before it counts as read (ms). */
const STAYED = 5000;
const ENDED = 1000;

/**
 * Which sections of a page are read to their end. Edges are the headings from the top, and the end of the page behind
 * them: section `i` lies between the edges `i` and `i + 1`.
 */
export class Reading {
  private readonly edges: Where[];
  /** Until when it is all counted. */
  private since: number;
  /** By section: ms on the screen, and ms that its end has been there without a break. */
  private readonly stayed: number[];
  private readonly ended: number[];
  private readonly isRead: boolean[];

  constructor(sections: number, now: number) {
    this.edges = Array.from({ length: sections + 1 }, () => 'below');
    this.stayed = Array.from({ length: sections }, () => 0);
    this.ended = [...this.stayed];
    this.isRead = this.stayed.map(() => false);
    this.since = now;
  }

  /** An edge has moved; gives back which sections have been read until then. */
  move(edge: number, where: Where, now: number): number[] {
    const found = this.count(now);
    this.edges[edge] = where;
    if (where !== 'in' && edge > 0) this.ended[edge - 1] = 0;
    return found;
  }

  /** Time passes in which nobody looks. */
  skip(now: number): void {
    this.since = now;
    this.ended.fill(0);
  }

  /** Sections that have been read since the last call. */
  count(now: number): number[] {
    const passed = Math.max(0, now - this.since);
    this.since = now;
    const found: number[] = [];
    for (const i of this.isRead.keys()) {
      if (this.isRead[i] || this.edges[i] === 'below' || this.edges[i + 1] === 'above') continue;
      this.stayed[i]! += passed;
      if (this.edges[i + 1] === 'in') this.ended[i]! += passed;
      if (this.stayed[i]! < STAYED || this.ended[i]! < ENDED) continue;
      this.isRead[i] = true;
      found.push(i);
    }
    return found;
  }
}
