import type { ReactNode } from 'react';
import type { Link, Note } from '../../model/reading';
import { Marked } from '../../ui/Marked';
import list from '../list.module.css';
import css from './ToolOutput.module.css';

/** What the fixed words of the component are, and how it makes a link: it knows no Docusaurus. */
export interface Words {
  output: (title: string) => string;
  hint: string;
  worry: string;
  all: (count: number) => string;
  link: (link: Link) => ReactNode;
}

/** What a field means, which value it has here, and when to worry. */
export function Meaning({ note, again = false, words }: { note: Note; again?: boolean; words: Words }): ReactNode {
  const { means, here, worry, links } = note;
  return (
    <>
      {!again && (
        <p>
          <Marked text={means} />
        </p>
      )}
      {here !== '' && (
        <p className={css.here}>
          <Marked text={here} />
        </p>
      )}
      {!again && worry !== '' && (
        <p>
          <b>{words.worry}</b> <Marked text={worry} />
        </p>
      )}
      {!again && links.length > 0 && (
        <ul className={list.links}>
          {links.map((link) => (
            <li key={link.to}>{words.link(link)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
