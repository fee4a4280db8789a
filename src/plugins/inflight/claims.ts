import type { Claims, Verdict } from '../../model/claims';
import type { Doc } from './chapters';
import { anchorOf, type Facts, mistakes, readChapter } from './facts';

const folderOf = ({ id }: Doc): string => id.split('/')[0]!;

interface Book {
  facts: Facts;
  /** In reading order. */
  docs: readonly Doc[];
  read: (source: string) => string;
  /** Of the parts. */
  titles: ReadonlyMap<string, string>;
  /** Of the figures. */
  figures: ReadonlyMap<string, string>;
}

/** Where each fact is taught. Throws if one is not, or if a chapter says so and there is no such place. */
export function claimsOf({ facts, docs, read, titles, figures }: Book): Claims {
  const chapters = docs.map((doc) => ({ doc, chapter: readChapter(read(doc.source)) }));
  const wrong = mistakes(facts, Object.fromEntries(chapters.map(({ doc, chapter }) => [doc.source, chapter])));
  if (wrong.length > 0) throw new Error(`Facts and chapters don’t match:\n${wrong.join('\n')}`);

  const claims = chapters.flatMap(({ doc, chapter }) =>
    Object.entries(chapter.facts).map(([id, target]) => {
      const anchor = String(target);
      const { heading, figure } =
        chapter.headings.find((each) => each.id === anchor) ??
        chapter.myths.find(({ fact }) => anchorOf(fact) === anchor)!;
      return {
        id,
        verdict: facts[id]!.verdict as Verdict,
        claim: facts[id]!.claim,
        part: folderOf(doc),
        chapter: doc.title,
        heading,
        anchor,
        url: `${doc.permalink}#${anchor}`,
        ...(figure && { figure: { id: figure, title: figures.get(figure) ?? figure } }),
      };
    }),
  );
  const parts = [...new Set(claims.map(({ part }) => part))].map((id) => ({ id, title: titles.get(id) ?? id }));
  return { parts, claims };
}
