import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { ChapterProgress } from '../memory/progress';
import { NO_FILTER, searchOf } from '../practice/filter';
import { shortPart } from '../practice/review/names';
import { Stack } from '../ui/layout';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';
import unseen from '../ui/unseen.module.css';
import css from './Chapters.module.css';
import type { ShownPart } from './shown';
import { Steps } from './Steps';

/** The chapters by parts, each with how far the reader has come. */
export function Chapters({ parts }: { parts: readonly ShownPart[] }): ReactNode {
  return (
    <Section id="chapters" title={<Translate id="progress.chapters">By chapter</Translate>}>
      <Text isProse>
        <Translate id="progress.chapters.about">
          A section counts as read once you’ve reached its end at a reader’s pace. A card is stable once you’d still
          know it in three weeks with a chance of nine in ten.
        </Translate>
      </Text>
      <Stack gap={7} isFilled>
        {parts.map(({ id, title, own }) => (
          <Stack key={id} as="section" isFilled aria-labelledby={`part-${id}`}>
            <Text as="h3" id={`part-${id}`} size="body">
              {shortPart(title)}
            </Text>
            <Stack as="ul" isFilled isRuled>
              {own.map((each) => (
                <Chapter key={each.chapter.id} progress={each} />
              ))}
            </Stack>
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

function Chapter({ progress }: { progress: ChapterProgress }): ReactNode {
  const { chapter, cards } = progress;
  const { id, part, title, url, figures } = chapter;
  return (
    <li className={css.chapter} data-chapter={id}>
      <Link to={url}>{title}</Link>
      <Steps standing={progress} hasBets={figures.length > 0} />
      {cards.of > 0 && (
        <small>
          <Link to={`/practice/${searchOf({ ...NO_FILTER, part, chapter: id })}`}>
            <Translate id="progress.review">Review these</Translate>
            <span className={unseen.unseen}>: {title}</span>
          </Link>
        </small>
      )}
    </li>
  );
}
