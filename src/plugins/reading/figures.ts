import type { AllContent } from '@docusaurus/types';
import type { Built } from '../inflight/build';

/** The titles of the book's figures by their ids. */
export function readFigures(allContent: AllContent): Map<string, string> {
  const { experiments } = allContent.inflight!.default as Built;
  return new Map(experiments.map(({ id, title }) => [id, title]));
}
