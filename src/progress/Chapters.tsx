import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { ChapterProgress } from '../memory/progress';
import { NO_FILTER, searchOf } from '../practice/filter';
import { shortPart } from '../practice/review/names';
import unseen from '../ui/unseen.module.css';
import css from './Chapters.module.css';
import type { ShownPart } from './shown';
import { Steps } from './Steps';

/** The chapters by parts, each with how far the reader has come. */
export function Chapters({ parts }: { parts: readonly ShownPart[] }): ReactNode {
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters">
        <Translate id="progress.chapters">By chapter</Translate>
      </h2>
      <p>
        <Translate id="progress.chapters.about">
          A section counts as read once you have come to its end, at a reader’s pace. A card is stable once you would
          know it for three weeks with a chance of nine in ten.
        </Translate>
      </p>
      {parts.map(({ id, title, own }) => (
        <section key={id} className={css.part} aria-labelledby={`part-${id}`}>
          <h3 id={`part-${id}`}>{shortPart(title)}</h3>
          <ul className={css.list}>
            {own.map((each) => (
              <Chapter key={each.chapter.id} progress={each} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Chapter({ progress }: { progress: ChapterProgress }): ReactNode {
  const { chapter, cards } = progress;
  const { id, part, title, url, figures } = chapter;
  return (
    <li data-chapter={id}>
      <Link className={css.title} to={url}>
        {title}
      </Link>
      <Steps standing={progress} hasBets={figures.length > 0} />
      {cards.of > 0 && (
        <Link className={css.review} to={`/practice/${searchOf({ ...NO_FILTER, part, chapter: id })}`}>
          <Translate id="progress.review">Review these</Translate>
          <span className={unseen.unseen}>: {title}</span>
        </Link>
      )}
    </li>
  );
}
