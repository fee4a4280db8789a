import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Chip } from '../Button';
import { Row, Stack } from '../layout';
import { Text } from '../Text';
import css from './Finder.module.css';

/** One question with one answer, or none: '' is all. What is chosen is let go by a second click. */
export interface Filter {
  label: string;
  choices: readonly { id: string; title: ReactNode }[];
  chosen: string;
  choose: (id: string) => void;
}

interface FinderProps {
  /** What the field finds: “Find a figure”. */
  label: string;
  text: string;
  onText: (text: string) => void;
  filters?: readonly Filter[];
  /** How many are left, in words. */
  count: ReactNode;
}

/**
 * Buttons and a field that make a long list short. It knows nothing of the list: its page shows what is left (`holds`
 * compares the words). Without scripts there is nothing to filter with, and only the count is seen.
 */
export default function Finder({ label, text, onText, filters = [], count }: FinderProps): ReactNode {
  const all = { id: '', title: translate({ id: 'finder.all', message: 'All' }) };
  return (
    <Stack gap={3} isFilled className="ui" data-only="screen">
      <Row gap={6} className={css.finder} role="search" aria-label={label} data-only="scripts">
        <input
          type="search"
          value={text}
          placeholder={label}
          aria-label={label}
          onChange={(event) => onText(event.target.value)}
        />
        {filters.length > 0 && (
          <Stack gap={3} isFilled className={css.filters}>
            {filters.map((filter) => (
              <Row key={filter.label} gap={3} role="group" aria-label={filter.label}>
                {[...(filter.choices.length > 1 ? [all] : []), ...filter.choices].map(({ id, title }) => (
                  <Chip
                    key={id}
                    isOn={filter.chosen === id}
                    onClick={() => filter.choose(filter.chosen === id ? '' : id)}
                  >
                    {title}
                  </Chip>
                ))}
              </Row>
            ))}
          </Stack>
        )}
      </Row>
      <Text size="note" tone="soft" role="status">
        {count}
      </Text>
    </Stack>
  );
}
