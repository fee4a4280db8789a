import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import type { IntervalTold } from '../../model/contract';
import { IconButton } from '../../ui/Button';
import { Bullets, Grid, Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { CopyFilter } from '../CopyFilter';
import { Swatch } from '../limits';
import css from './IntervalDetail.module.css';
import { lastsOf, nameOf, whenOf } from './words';

interface IntervalDetailProps {
  interval: IntervalTold;
  /** Its place among how many. */
  index: number;
  count: number;
  onChoose: (index: number) => void;
  /** Buttons that lead into it and out again. */
  children: ReactNode;
}

/** Why an interval is taken for what it is, what speaks against that, and what to look at next. */
export function IntervalDetail({ interval, index, count, onChoose, children }: IntervalDetailProps): ReactNode {
  const { sure, limit, sentence, evidence, against, next, packets } = interval;
  const heading = useId();
  return (
    <Panel as="section" aria-labelledby={heading}>
      <Stack gap={4} isFilled>
        <Row isCentred isApart gap={4}>
          <Row isCentred gap={3}>
            <Swatch limit={limit} />
            <Text as="h3" id={heading} size="lead">
              {nameOf(interval)}
            </Text>
            <Text as="span" tone="soft" isNumbers>
              {whenOf(interval)} ({lastsOf(interval)})
            </Text>
            <CopyFilter packets={packets} />
          </Row>
          <Row isCentred gap={2} data-only="screen">
            <IconButton
              look="plain"
              label={translate({ id: 'yours.interval.before', message: 'The interval before' })}
              disabled={index === 0}
              onClick={() => onChoose(index - 1)}
            >
              ←
            </IconButton>
            <Text as="small" isNumbers>
              {translate({ id: 'yours.interval.place', message: '{place} of {count}' }, { place: index + 1, count })}
            </Text>
            <IconButton
              look="plain"
              label={translate({ id: 'yours.interval.after', message: 'The next interval' })}
              disabled={index === count - 1}
              onClick={() => onChoose(index + 1)}
            >
              →
            </IconButton>
            {children}
          </Row>
        </Row>
        <Text isProse>
          <Marked text={sentence} />
        </Text>
        {!sure && limit !== 'cannot-tell' && (
          <Text tone="partly">
            <Translate id="yours.interval.unsure">
              The evidence is thin: this is the likeliest limit, not a certain one.
            </Translate>
          </Text>
        )}
        <Grid least="17rem" gap={6}>
          <Said title={translate({ id: 'yours.interval.evidence', message: 'Evidence' })} lines={evidence} />
          <Said
            title={translate({ id: 'yours.interval.against', message: 'What speaks against it' })}
            lines={against}
          />
          <Said title={translate({ id: 'yours.interval.next', message: 'What to check next' })} lines={next} />
        </Grid>
      </Stack>
    </Panel>
  );
}

function Said({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <Stack gap={2} isFilled>
      <Text as="h4" size="ui" isStrong>
        {title}
      </Text>
      <Bullets className={css.lines}>
        {lines.map((line) => (
          <li key={line}>
            <Marked text={line} />
          </li>
        ))}
      </Bullets>
    </Stack>
  );
}
