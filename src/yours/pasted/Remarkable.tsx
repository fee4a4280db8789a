import DocLink from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { PastedRemark } from '../../model/contract';
import { Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text, type Tone } from '../../ui/Text';
import { type Book, linkOf } from './explain';
import css from './Pasted.module.css';

const TONES: Record<number, Tone> = { 1: 'soft', 2: 'partly', 3: 'bad' };

const weightOf = (weight: number): string =>
  weight === 3
    ? translate({ id: 'pasted.limits', message: 'Limits or breaks something' })
    : weight === 2
      ? translate({ id: 'pasted.look', message: 'Look at this' })
      : translate({ id: 'pasted.know', message: 'Good to know' });

/** What is remarkable in a paste, the weightiest first, each with its chapter. */
export const Remarkable = ({ remarks, book }: { remarks: readonly PastedRemark[]; book: Book }): ReactNode => (
  <Stack as="ol" gap={4} isRuled isFilled className={css.remarks}>
    {remarks.map((remark, place) => {
      const { weight, text, see, source, tool, item, line } = remark;
      const link = linkOf(see, book);
      const where = tool === 'ss' ? `${tool}, ${item}` : tool;
      return (
        <Stack as="li" gap={2} key={place} data-weight={weight}>
          <Text size="note" tone={TONES[weight]!} isStrong>
            {weightOf(weight)}
          </Text>
          <Text isProse>
            <Marked text={text} />
          </Text>
          <Row as="small">
            <Translate id="pasted.where" values={{ line, where }}>
              {'Line {line} ({where})'}
            </Translate>
            {link && <DocLink to={link.to}>{link.label}</DocLink>}
            <Text as="span" tone="soft">
              {source}
            </Text>
          </Row>
        </Stack>
      );
    })}
  </Stack>
);
