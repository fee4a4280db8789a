import type { Path } from '../draft/path';
import type { FigureFacts } from '../figure/loadFigure';

/** What the fields of a kind are given. */
export interface KindFields {
  /** Of the question. */
  path: Path;
  /** Of its figure; undefined: it has none, or it is on its way. */
  facts: FigureFacts | undefined;
}
