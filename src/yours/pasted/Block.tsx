import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import ToolOutput from '../../guide/tools/ToolOutput';
import type { PastedBlock, PastedRemark } from '../../model/contract';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { type Book, explained, type Words } from './explain';
import css from './Pasted.module.css';

const wordsNow = (): Words => ({
  unknown: translate({
    id: 'pasted.unknown',
    message: 'Unknown. The versions of the tool that this page was checked against print no such field.',
  }),
  default: (value) => translate({ id: 'pasted.default', message: 'By default: {value}.' }, { value }),
  title: (tool, first, last) =>
    translate({ id: 'pasted.title', message: '{tool}, lines {first} to {last}' }, { tool, first, last }),
  from: (first, last) =>
    first === last
      ? translate({ id: 'pasted.from.one', message: 'Line {first} of what you pasted.' }, { first })
      : translate({ id: 'pasted.from', message: 'Lines {first} to {last} of what you pasted.' }, { first, last }),
});

interface BlockProps {
  block: PastedBlock;
  remarks: readonly PastedRemark[];
  book: Book;
}

/** One output with its fields explained, and the lines that nobody understands. */
export function Block({ block, remarks, book }: BlockProps): ReactNode {
  const { tool, more, unread } = block;
  const output = useMemo(() => explained(block, remarks, book, wordsNow()), [block, remarks, book]);
  const unknown = [...new Set(output.notes.flatMap(({ name, isUnknown }) => (isUnknown ? [name] : [])))];
  return (
    <Stack gap={4} isFilled className={css.block}>
      {tool !== '' && (
        <>
          <h3>
            <code>{tool}</code>
          </h3>
          <ToolOutput data={output} />
        </>
      )}
      {unknown.length > 0 && (
        <Text size="note">
          <Translate id="pasted.unknown.names" values={{ names: unknown.join(', ') }}>
            {'Unknown fields: {names}'}
          </Translate>
        </Text>
      )}
      {more > 0 && (
        <Text size="note" tone="soft">
          {translate(
            { id: 'pasted.more', message: '{count} more lines were read in the same way. They aren’t shown here.' },
            { count: more },
          )}
        </Text>
      )}
      {unread.map(({ first, last, text }) => (
        <figure key={first} className={css.unread}>
          <figcaption>
            <Text as="span" size="note" tone="soft">
              {first === last
                ? translate({ id: 'pasted.unread.one', message: 'Line {first} wasn’t understood:' }, { first })
                : translate(
                    { id: 'pasted.unread', message: 'Lines {first} to {last} weren’t understood:' },
                    { first, last },
                  )}
            </Text>
          </figcaption>
          <pre>{text}</pre>
        </figure>
      ))}
    </Stack>
  );
}
