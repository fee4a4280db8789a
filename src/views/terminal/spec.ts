import type { ViewSpec } from '../../model/types';

/** What one command prints; `simulations/inflight/figure/views.py` says what a line may hold. */
export interface ScreenSpec {
  command: string;
  lines: (string | { text: string; when: string })[];
}

export interface TerminalSpec extends ViewSpec {
  kind: 'terminal';
  screens: ScreenSpec[];
  /** Columns whose course stands below, where the cursor is moved. */
  watch: string[];
}
