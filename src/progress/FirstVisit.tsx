import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Bank } from '../model/questions';
import { Stack } from '../ui/layout';
import { Text } from '../ui/Text';

interface FirstVisitProps {
  bank: Bank;
  /** Has everything just been deleted? The button that did it is gone, so the keyboard goes on here. */
  isBack: boolean;
}

/** Nothing is remembered yet: what will be here, and where to begin. */
export function FirstVisit({ bank: { chapters, cards }, isBack }: FirstVisitProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isBack) heading.current?.focus();
  }, [isBack]);
  const asked = new Set(cards.map(({ chapter }) => chapter));
  const first = chapters.find(({ id }) => id === 'windows/why-slow') ?? chapters.find(({ id }) => asked.has(id));
  return (
    <Stack as="section" gap={5} aria-labelledby="first">
      <h2 id="first" ref={heading} tabIndex={-1}>
        <Translate id="progress.first">Nothing yet</Translate>
      </h2>
      <Text isProse>
        <Translate id="progress.first.what" values={{ count: cards.length }}>
          {
            'This page will show what you’ve read, where you’ve bet, which of the {count} questions you’ve answered, and how many you’d still know in a month.'
          }
        </Translate>
      </Text>
      <Text isProse>
        {first && (
          <Translate id="progress.first.read" values={{ chapter: <Link to={first.url}>{first.title}</Link> }}>
            {'Start with a chapter: “{chapter}” asks you questions at the end of each section.'}
          </Translate>
        )}{' '}
        <Translate
          id="progress.first.practice"
          values={{
            practice: (
              <Link to="/practice/">
                <Translate id="progress.first.practice.link">answer a few questions</Translate>
              </Link>
            ),
          }}
        >
          {'Or {practice} to see where you stand.'}
        </Translate>
      </Text>
    </Stack>
  );
}
