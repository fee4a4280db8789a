import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import Drawing from './Drawing';
import { around, type Stop, stops } from './stops';
import { useChapterUrl } from './useChapterUrl';
import css from './PacketPath.module.css';

/** The map of the book: the way of a packet, where each queue leads to its chapter. */
export default function PacketPath(): ReactNode {
  return (
    <div className={css.map}>
      <Drawing />
      <ol className={css.stops}>
        {stops.map((stop) => (
          <Entry key={stop.id} {...stop} />
        ))}
      </ol>
      <p className={css.around}>
        <Translate id="path.around">And around the transfer</Translate>
      </p>
      <ul className={css.stops}>
        {around.map((stop) => (
          <Entry key={stop.id} {...stop} />
        ))}
      </ul>
    </div>
  );
}

function Entry({ place, questions }: Stop): ReactNode {
  const urlOf = useChapterUrl();
  return (
    <li className={css.stop}>
      <span className={css.place}>{place}</span>
      {questions.map(({ text, doc, anchor }, index) =>
        doc ? (
          <Link key={index} className={css.question} to={urlOf(doc) + (anchor ? `#${anchor}` : '')}>
            {text}
          </Link>
        ) : (
          <span key={index} className={css.question}>
            {text}{' '}
            <i>
              <Translate id="path.toCome">(to come)</Translate>
            </i>
          </span>
        ),
      )}
    </li>
  );
}
