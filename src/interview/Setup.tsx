import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import { chooseCards, type Wish } from './choose';
import { isTalk } from './seconds';
import type { Interview } from '../memory/types';
import { type Bank, type Card, type Level, LEVELS } from '../model/questions';
import { askedParts } from '../practice/parts';
import { levelInWords } from '../practice/cards/words';
import { shortPart } from '../practice/review/names';
import css from './Interview.module.css';
import { dayOf, minutesInWords, percent } from './words';
import { Button } from '../ui/Button';

const LENGTHS = [30, 45, 60] as const;

interface SetupProps {
  bank: Bank;
  /** What the questions are drawn with. */
  seed: string;
  /** When a card was asked last in an interview. */
  before: ReadonlyMap<string, number>;
  /** Those that are over, newest first, with what they came to. */
  earlier: readonly { interview: Interview; share: number | null }[];
  addressOf: (interview: Interview) => string;
  onStart: (wish: Wish, cards: readonly Card[]) => void;
  onForget: (interview: Interview) => void;
}

/** How long, how hard, and about what. */
export function Setup({ bank, seed, before, earlier, addressOf, onStart, onForget }: SetupProps): ReactNode {
  const [minutes, setMinutes] = useState<number>(45);
  const [levels, setLevels] = useState<readonly Level[]>(['junior', 'senior']);
  const [parts, setParts] = useState<readonly string[]>([]);
  const wish = useMemo<Wish>(() => ({ minutes, levels, parts }), [minutes, levels, parts]);
  const cards = useMemo(() => chooseCards(bank.cards, wish, seed, before), [bank, wish, seed, before]);
  const talks = cards.filter(isTalk).length;
  return (
    <>
      <form
        className={css.setup}
        onSubmit={(event) => {
          event.preventDefault();
          if (cards.length > 0) onStart(wish, cards);
        }}
      >
        <fieldset>
          <legend>
            <Translate id="interview.length">How long</Translate>
          </legend>
          {LENGTHS.map((each) => (
            <label key={each}>
              <input type="radio" name="minutes" checked={minutes === each} onChange={() => setMinutes(each)} />
              {minutesInWords(each)}
            </label>
          ))}
        </fieldset>
        <Several
          legend={translate({ id: 'interview.levels', message: 'Levels' })}
          options={LEVELS.map((level) => [level, levelInWords(level)])}
          chosen={levels}
          onChange={(next) => setLevels(LEVELS.filter((level) => next.includes(level)))}
        />
        <Several
          legend={translate({ id: 'interview.parts', message: 'Parts of the book (none: all of it)' })}
          options={askedParts(bank).map(({ id, title }) => [id, shortPart(title)])}
          chosen={parts}
          onChange={setParts}
        />
        <p className={css.note} role="status">
          {cards.length === 0
            ? translate({
                id: 'interview.none',
                message: 'There is no such question: choose another level, or more parts.',
              })
            : translate(
                {
                  id: 'interview.plan',
                  message:
                    '{count} questions, {talks} of them to talk about. They become harder. Say your answers aloud, or write; nothing is marked before the end.',
                },
                { count: cards.length, talks },
              )}
        </p>
        <Button type="submit" look="main" disabled={cards.length === 0}>
          <Translate id="interview.start">Begin</Translate>
        </Button>
      </form>
      {earlier.length > 0 && (
        <section className={css.earlier}>
          <h2>
            <Translate id="interview.earlier">Earlier ones</Translate>
          </h2>
          <ul>
            {earlier.map(({ interview, share }) => (
              <li key={interview.id}>
                <Link to={addressOf(interview)}>{dayOf(interview.started)}</Link>
                <span>
                  {minutesInWords(interview.minutes)} · {interview.levels.map(levelInWords).join(', ')} ·{' '}
                  {percent(share)}
                </span>
                <Button
                  look="quiet"
                  aria-label={translate(
                    { id: 'interview.forget.label', message: 'Forget the interview of {day}' },
                    { day: dayOf(interview.started) },
                  )}
                  onClick={() => onForget(interview)}
                >
                  <Translate id="interview.forget">Forget it</Translate>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface SeveralProps<T extends string> {
  legend: string;
  options: readonly (readonly [T, string])[];
  chosen: readonly T[];
  onChange: (chosen: readonly T[]) => void;
}

function Several<T extends string>({ legend, options, chosen, onChange }: SeveralProps<T>): ReactNode {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([id, name]) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
