import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import { STABLE } from '../../memory/progress';
import type { CardState } from '../../memory/types';
import type { Bank, Card } from '../../model/questions';
import { fromNow } from '../cards/when';
import { levelInWords, typeInWords } from '../cards/words';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { byPart } from '../../ui/finder/parts';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import { OneCard, type OneCardProps } from './OneCard';
import css from './Questions.module.css';

interface QuestionsProps extends Pick<OneCardProps, 'ask'> {
  bank: Bank;
  states: ReadonlyMap<string, CardState>;
}

/** Every question of the book, by part and chapter; each can be asked where it stands. */
export function Questions({ bank, states, ask }: QuestionsProps): ReactNode {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState('');
  const [now] = useState(() => Date.now());
  const { parts, chapters, concepts, cards } = bank;
  const names = new Map(concepts.map(({ id, name }) => [id, name]));
  const hay = (card: Card): string =>
    [card.text, card.id, card.output ?? '', ...card.tags.map((tag) => names.get(tag) ?? tag)].join(' ');
  const shown = cards.filter((card) => holds(hay(card), text));
  const found = chapters
    .map((chapter) => ({ chapter, cards: shown.filter((card) => card.chapter === chapter.id) }))
    .filter((each) => each.cards.length > 0);
  return (
    <Stack gap={6} isFilled>
      <Finder
        label={translate({ id: 'practice.questions.find', message: 'Find a question' })}
        text={text}
        onText={setText}
        count={
          <Translate id="practice.questions.count" values={{ shown: shown.length, all: cards.length }}>
            {'{shown} of {all} questions'}
          </Translate>
        }
      />
      {byPart(parts, found, ({ chapter }) => chapter.part).map(({ id, title, own }) => (
        <Stack as="section" gap={6} isFilled key={id}>
          <h3>{title}</h3>
          {own.map(({ chapter, cards: mine }) => (
            <section key={chapter.id}>
              <Text as="h4" size="ui" tone="soft">
                {chapter.title}
              </Text>
              <ul className={css.list}>
                {mine.map((card) => (
                  <Line
                    key={card.id}
                    {...{ bank, card, ask }}
                    state={states.get(card.id)}
                    now={now}
                    isOpen={opened === card.id}
                    onOpen={() => setOpened(opened === card.id ? '' : card.id)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

interface LineProps extends OneCardProps {
  state: CardState | undefined;
  now: number;
  isOpen: boolean;
  onOpen: () => void;
}

function Line({ bank, card, ask, state, now, isOpen, onOpen }: LineProps): ReactNode {
  const id = useId();
  const { i18n } = useDocusaurusContext();
  return (
    <li>
      <button type="button" className={css.row} aria-expanded={isOpen} aria-controls={id} onClick={onOpen}>
        <span className={css.text}>
          <Marked text={card.text} />
        </span>
        <small>
          {typeInWords(card.type)} · {levelInWords(card.level)} · {stateInWords(state, now, i18n.currentLocale)}
        </small>
      </button>
      <div id={id} className={css.place}>
        {isOpen && <OneCard {...{ bank, card, ask }} />}
      </div>
    </li>
  );
}

function stateInWords(state: CardState | undefined, now: number, locale: string): string {
  if (!state) return translate({ id: 'practice.state.new', message: 'new' });
  if (state.due <= now) return translate({ id: 'practice.state.due', message: 'due' });
  const due = fromNow(state.due - now, locale);
  return state.stability >= STABLE
    ? translate({ id: 'practice.state.stable', message: 'stable, due {due}' }, { due })
    : translate({ id: 'practice.state.dueIn', message: 'due {due}' }, { due });
}
