import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { memory } from '../../memory';
import { RANGES } from '../../memory/defaults';
import type { Settings as Kept } from '../../memory/types';
import { formatShare } from '../../views/format';
import { Field } from '../../ui/Field';
import { Stack } from '../../ui/layout';
import css from './Practice.module.css';

/** In per cent: what can be chosen here. */
const RETENTION = { min: 80, max: 97 };
const NEW = { min: RANGES.newPerDay.least, max: RANGES.newPerDay.most };

/** How often cards come back, and how many new ones there are in a day. */
export function Settings({ settings }: { settings: Kept }): ReactNode {
  // Storing takes a moment: a hand that moves or types does not wait for it.
  const [moved, setMoved] = useState<number>();
  const [typed, setTyped] = useState<string>();
  const percent = moved ?? Math.round(settings.retention * 100);
  const text = typed ?? String(settings.newPerDay);
  const isGood = numberIn(text) !== undefined;
  const allowed = translate(
    {
      id: 'practice.settings.new.why',
      message: 'A whole number from {min} to {max}. Each card comes back several times.',
    },
    NEW,
  );
  return (
    <Stack gap={6} isFilled className={css.settings}>
      <Field
        label={
          <>
            <Translate id="practice.settings.retention">
              Bring a card back when my chance of knowing it has dropped to
            </Translate>{' '}
            <output>{formatShare(percent / 100)}</output>
          </>
        }
        hint={
          <Translate id="practice.settings.retention.why">
            The higher it is, the less you forget and the more you review. Changing it also moves the dates of cards
            you’ve already answered.
          </Translate>
        }
      >
        <input
          type="range"
          {...RETENTION}
          step={1}
          value={percent}
          aria-valuetext={formatShare(percent / 100)}
          onChange={({ target }) => {
            setMoved(Number(target.value));
            void memory().change({ retention: Number(target.value) / 100 });
          }}
          onBlur={() => setMoved(undefined)}
        />
      </Field>
      <Field
        label={<Translate id="practice.settings.new">New cards a day</Translate>}
        hint={allowed}
        problem={
          !isGood &&
          translate(
            { id: 'practice.settings.new.problem', message: '“{typed}” isn’t a whole number in that range.' },
            { typed: text },
          )
        }
      >
        <input
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            const newPerDay = numberIn(target.value);
            if (newPerDay !== undefined) void memory().change({ newPerDay });
          }}
          onBlur={() => setTyped(undefined)}
        />
      </Field>
    </Stack>
  );
}

function numberIn(text: string): number | undefined {
  const number = Number(text);
  return /^\s*\d+\s*$/.test(text) && number >= NEW.min && number <= NEW.max ? number : undefined;
}
