import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import path from '@inflight/packet-path.json';
import type { ReactNode } from 'react';
import type { Stop } from '../../model/packetPath';
import { Marked } from '../../ui/Marked';
import Drawing from './Drawing';
import css from './PacketPath.module.css';

/** The map of the book: the way of a packet, where each queue leads to its chapter. */
export default function PacketPath(): ReactNode {
  return (
    <div className={css.map}>
      <Drawing />
      <ol className={css.stops}>
        {path.way.map((stop) => (
          <Entry key={stop.name} {...stop} />
        ))}
      </ol>
      <p className={css.around}>
        <Translate id="path.around">And around the transfer</Translate>
      </p>
      <ul className={css.stops}>
        {path.around.map((stop) => (
          <Entry key={stop.name} {...stop} />
        ))}
      </ul>
    </div>
  );
}

function Entry({ name, questions }: Stop): ReactNode {
  return (
    <li className={css.stop}>
      <span className={css.place}>
        <Marked text={name} />
      </span>
      {questions.map(({ text, chapter }) => (
        <Link key={text} className={css.question} to={chapter.to}>
          <Marked text={text} />
        </Link>
      ))}
    </li>
  );
}
