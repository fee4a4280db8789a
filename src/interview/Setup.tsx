import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { chooseItems, isSum, type Wish } from './choose';
import type { Item } from './items';
import { isTalk } from './seconds';
import type { Interview } from '../memory/types';
import { type Bank, type Level, LEVELS } from '../model/questions';
import { askedParts } from '../practice/parts';
import { levelInWords } from '../practice/cards/words';
import { shortPart } from '../practice/review/names';
import { dayOf, minutesInWords, percent } from './said';
import { Button } from '../ui/Button';
import { Check } from '../ui/Field';
import { Row, Stack } from '../ui/layout';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';

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
  onStart: (wish: Wish, items: readonly Item[]) => void;
  onForget: (interview: Interview) => void;
}

/** How long, how hard, and about what. */
export function Setup({ bank, seed, before, earlier, addressOf, onStart, onForget }: SetupProps): ReactNode {
  const [minutes, setMinutes] = useState<number>(45);
  const [levels, setLevels] = useState<readonly Level[]>(['junior', 'senior']);
  const [parts, setParts] = useState<readonly string[]>([]);
  const [incident, setIncident] = useState(false);
  const wish = useMemo<Wish>(() => ({ minutes, levels, parts, incident }), [minutes, levels, parts, incident]);
  const items = useMemo(() => chooseItems(bank.cards, wish, seed, before), [bank, wish, seed, before]);
  const questions = items.filter((item) => item.form !== 'incident');
  const talks = questions.filter(isTalk).length;
  return (
    <>
      <Stack
        as="form"
        gap={6}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (items.length > 0) onStart(wish, items);
        }}
      >
        <Row as="fieldset" gap={5}>
          <legend>
            <small>
              <Translate id="interview.length">Length</Translate>
            </small>
          </legend>
          {LENGTHS.map((each) => (
            <Check
              key={each}
              type="radio"
              name="minutes"
              label={minutesInWords(each)}
              checked={minutes === each}
              onChange={() => setMinutes(each)}
            />
          ))}
        </Row>
        <Several
          legend={translate({ id: 'interview.levels', message: 'Levels' })}
          options={LEVELS.map((level) => [level, levelInWords(level)])}
          chosen={levels}
          onChange={(next) => setLevels(LEVELS.filter((level) => next.includes(level)))}
        />
        <Several
          legend={translate({ id: 'interview.parts', message: 'Parts of the book (none means all)' })}
          options={askedParts(bank).map(({ id, title }) => [id, shortPart(title)])}
          chosen={parts}
          onChange={setParts}
        />
        <Check
          label={translate({ id: 'interview.incident', message: 'With an incident (ten minutes)' })}
          checked={incident}
          onChange={({ target }) => setIncident(target.checked)}
        />
        <Text tone="soft" isProse role="status">
          {items.length === 0
            ? translate({
                id: 'interview.none',
                message: 'No questions match. Choose another level, or more parts.',
              })
            : translate(
                {
                  id: 'interview.plan',
                  message:
                    '{count} questions, {talks} of them open-ended with two follow-ups each, {sums} for the whiteboard. They get harder. Answer aloud or in writing. Nothing is marked until the end.',
                },
                { count: questions.length, talks, sums: questions.filter(isSum).length },
              )}{' '}
          {questions.length < items.length && (
            <Translate id="interview.plan.incident">
              The last ten minutes are an incident: you’re on call, and type on the machines to find out what’s wrong.
            </Translate>
          )}
        </Text>
        <Button type="submit" look="main" disabled={items.length === 0}>
          <Translate id="interview.start">Start</Translate>
        </Button>
      </Stack>
      {earlier.length > 0 && (
        <Section title={<Translate id="interview.earlier">Earlier interviews</Translate>}>
          <Stack as="ul" isFilled isRuled>
            {earlier.map(({ interview, share }) => (
              <Row key={interview.id} as="li" gap={5} isApart>
                <Row gap={5}>
                  <Link to={addressOf(interview)}>{dayOf(interview.started)}</Link>
                  <small>
                    {minutesInWords(interview.minutes)} · {interview.levels.map(levelInWords).join(', ')} ·{' '}
                    {percent(share)}
                  </small>
                </Row>
                <Button
                  look="quiet"
                  aria-label={translate(
                    { id: 'interview.forget.label', message: 'Delete the interview of {day}' },
                    { day: dayOf(interview.started) },
                  )}
                  onClick={() => onForget(interview)}
                >
                  <Translate id="interview.forget">Delete it</Translate>
                </Button>
              </Row>
            ))}
          </Stack>
        </Section>
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
    <Row as="fieldset" gap={5}>
      <legend>
        <small>{legend}</small>
      </legend>
      {options.map(([id, name]) => (
        <Check
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
      ))}
    </Row>
  );
}
