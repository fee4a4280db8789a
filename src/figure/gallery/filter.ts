import type { Card } from '../../model/gallery';
import { holds } from '../../ui/finder/holds';

/** Does a card hold all words of `text`, in any order? */
export function matches({ title, question, id, run, chapters }: Card, text: string): boolean {
  return holds([id, title, question, run.sentence, ...chapters.map((chapter) => chapter.title)].join(' '), text);
}
