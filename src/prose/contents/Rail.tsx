import { type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { sayContents, type Section, ToSection } from './Contents';
import { type FigureMark, useFigures } from './useFigures';
import { useReadingPlace } from './useReadingPlace';
import css from './Rail.module.css';

interface RailProps {
  sections: readonly Section[];
  /** The chapter. */
  article: RefObject<HTMLElement | null>;
}

/**
 * A chapter beside itself: its sections, its figures, and a line that fills as it is read. Where the margin is narrow
 * only marks are seen, until somebody points at them or comes by keys.
 */
export function Rail({ sections, article }: RailProps): ReactNode {
  const nav = useRef<HTMLElement>(null);
  const onRead = useCallback((share: number) => nav.current?.style.setProperty('--read', String(share)), []);
  const figures = useFigures(article);
  const current = useReadingPlace(
    article,
    sections.map(({ id }) => id),
    onRead,
  );
  const first = figures.get('');
  return (
    <div className={`ui ${css.place}`} data-only="screen">
      <nav ref={nav} className={css.rail} aria-label={sayContents()}>
        {first && <Figures marks={first} />}
        <ol>
          {sections.map((each, i) => (
            <li key={each.id} className={css.item} data-read={i < current ? 'yes' : i === current ? 'now' : 'no'}>
              <ToSection {...each} isRead={i === current} />
              <Figures marks={figures.get(each.id) ?? []} />
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}

const Figures = ({ marks }: { marks: readonly FigureMark[] }): ReactNode =>
  marks.length > 0 && (
    <span className={css.figures}>
      {marks.map(({ id, question }) => (
        <a key={id} href={`#${id}`} className={css.figure}>
          <span className={css.question}>{question}</span>
        </a>
      ))}
    </span>
  );
