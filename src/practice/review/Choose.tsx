import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { type Bank, LEVELS, TYPES } from '../../model/questions';
import { type Filter, isChosen, NO_FILTER } from '../filter';
import { askedParts } from '../parts';
import { levelInWords } from '../cards/words';
import { shortPart, typeName } from './names';
import { Button } from '../../ui/Button';
import { Check, Field } from '../../ui/Field';
import { Grid, Stack } from '../../ui/layout';

interface ChooseProps {
  bank: Bank;
  filter: Filter;
  /** Are there wrong bets? */
  hasBets: boolean;
  onChange: (filter: Filter) => void;
}

/** What to be asked about. It stands in the address, so that a path can link to it. */
export function Choose({ bank, filter, hasBets, onChange }: ChooseProps): ReactNode {
  const { chapters, concepts } = bank;
  const change = (part: Partial<Filter>): void => onChange({ ...filter, card: '', ...part });
  const asked = new Set(bank.cards.map(({ chapter }) => chapter));
  const types = new Set(bank.cards.map(({ type }) => type));
  const tags = new Set(bank.cards.flatMap((card) => card.tags));
  return (
    <Stack role="group" aria-label={translate({ id: 'practice.choose', message: 'Choose' })}>
      <Grid least="8.5rem">
        <Select
          label={translate({ id: 'practice.choose.part', message: 'Part' })}
          value={filter.part}
          options={askedParts(bank).map(({ id, title }) => [id, shortPart(title)])}
          onChange={(part) => change({ part, chapter: '' })}
        />
        {filter.part !== '' && (
          <Select
            label={translate({ id: 'practice.choose.chapter', message: 'Chapter' })}
            value={filter.chapter}
            options={chapters
              .filter(({ id, part }) => part === filter.part && asked.has(id))
              .map(({ id, title }) => [id, title])}
            onChange={(chapter) => change({ chapter })}
          />
        )}
        <Select
          label={translate({ id: 'practice.choose.concept', message: 'Concept' })}
          value={filter.concept}
          options={concepts
            .filter(({ id }) => tags.has(id))
            .map(({ id, name }): [string, string] => [id, name])
            .sort(([, a], [, b]) => a.localeCompare(b))}
          onChange={(concept) => change({ concept })}
        />
        <Select
          label={translate({ id: 'practice.choose.level', message: 'Level' })}
          value={filter.level}
          options={LEVELS.map((level) => [level, levelInWords(level)])}
          onChange={(level) => change({ level: level as Filter['level'] })}
        />
        <Select
          label={translate({ id: 'practice.choose.type', message: 'Kind' })}
          value={filter.type}
          options={[...TYPES.filter((type) => types.has(type)), ...(hasBets ? (['bet'] as const) : [])].map((type) => [
            type,
            typeName(type),
          ])}
          onChange={(type) => change({ type: type as Filter['type'] })}
        />
      </Grid>
      <Check
        label={<Translate id="practice.choose.ahead">Include cards that aren’t due</Translate>}
        checked={filter.ahead}
        onChange={({ target }) => change({ ahead: target.checked })}
      />
      {(isChosen(filter) || filter.ahead) && (
        <Button look="quiet" onClick={() => onChange(NO_FILTER)}>
          <Translate id="practice.choose.all">Ask about everything</Translate>
        </Button>
      )}
    </Stack>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: [value: string, name: string][];
  onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps): ReactNode {
  return (
    <Field label={label}>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{translate({ id: 'finder.all', message: 'All' })}</option>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** What is chosen, in words: “Windows · Senior”. */
export function chosenInWords({ parts, chapters, concepts }: Bank, filter: Filter): string {
  const { part, chapter, concept, level, type, ahead } = filter;
  return [
    chapter === ''
      ? shortPart(parts.find(({ id }) => id === part)?.title ?? '')
      : (chapters.find(({ id }) => id === chapter)?.title ?? ''),
    concepts.find(({ id }) => id === concept)?.name ?? '',
    level && levelInWords(level),
    type && typeName(type),
    ahead ? translate({ id: 'practice.choose.aheadShort', message: 'including cards not due' }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
