import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Lab } from '../../../labs/lab';
import { parseLab } from '../../../labs/parse';
import type { Link } from '../../../model/reading';
import { listFiles } from '../files';
import type { BookLink } from './bookLink';
import type { Source } from './parseContent';

type Shown = Lab & { chapter: Link };

/** In the order of the book’s parts; what only tests type stays out of the page. */
const PARTS = [
  'windows',
  'congestion',
  'queues',
  'disciplines',
  'opening',
  'closing',
  'small-writes',
  'around',
  'cases',
];

const placeOf = (chapter: string): number => PARTS.indexOf(chapter.split('/')[0]!);

/** The labs of docs/labs; `read` finds the file, which a translation may have its own of. */
export function readLabs(docs: string, read: (name: string) => Source, page: BookLink): Shown[] {
  const folder = join(docs, 'labs');
  const names = existsSync(folder) ? listFiles(folder).filter((name) => name.endsWith('.yaml')) : [];
  return names
    .map((name) => {
      const { file, yaml } = read(`labs/${name}`);
      return { file, lab: parseLab(name.slice(0, -'.yaml'.length), yaml, file) };
    })
    .sort((one, other) => placeOf(one.lab.chapter) - placeOf(other.lab.chapter))
    .map(({ file, lab: { id, title, chapter, task, path, setup, keeps, check, hints, explanation } }) => {
      const link = v.safeParse(page, chapter);
      if (!link.success) throw new Error(`${file}: chapter: ${link.issues[0].message}`);
      return { id, title, chapter: link.output, task, path, setup, keeps, check, hints, explanation };
    });
}
