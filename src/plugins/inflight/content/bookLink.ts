import * as v from 'valibot';
import type { Link } from '../../../model/reading';
import type { Doc } from '../chapters';
import { anchorOf, readChapter } from '../facts';
import { text } from './parseContent';

export interface Book {
  docs: readonly Doc[];
  read: (source: string) => string;
}

/** Those of the same folder, if there is one. */
function likely(id: string, { docs }: Book): string {
  const ids = docs.map((doc) => doc.id);
  const near = ids.filter((each) => each.startsWith(id.replace(/[^/]*$/, '')));
  return (near.length > 0 ? near : ids).join(', ');
}

function anchorsIn(mdx: string): string[] {
  const { headings, myths } = readChapter(mdx);
  return [...headings.map(({ id }) => id), ...myths.map(({ fact }) => anchorOf(fact))];
}

/** A page of the book, or a heading in it: `windows/why-slow#cwnd`. It becomes a link with the title of the page. */
export function bookLink(book: Book) {
  return v.pipe(
    text,
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }): Link => {
      const [id, anchor] = value.split('#') as [string, string?];
      const doc = book.docs.find((each) => each.id === id);
      if (!doc) {
        addIssue({ message: `there is no page ${id}; try ${likely(id, book)}` });
        return NEVER;
      }
      if (anchor === undefined) return { to: doc.permalink, label: doc.title };
      const anchors = anchorsIn(book.read(doc.source));
      if (!anchors.includes(anchor)) {
        addIssue({ message: `${id} has no #${anchor}; it has ${anchors.join(', ')}` });
        return NEVER;
      }
      return { to: `${doc.permalink}#${anchor}`, label: doc.title };
    }),
  );
}

export type BookLink = ReturnType<typeof bookLink>;
