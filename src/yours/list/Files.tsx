import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTask } from '../../figure/share/useTask';
import type { CaptureHead } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Bullets, Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { saveFile } from '../../ui/saveFile';
import { Text } from '../../ui/Text';
import { formatNumber, formatValue } from '../../views/format';
import type { Desk } from '../desk';
import { failureOf } from '../failure';
import type { Opened } from '../opened';
import type { Read } from '../useSession';
import css from './Files.module.css';

interface FilesProps extends Read {
  desk: Desk;
  onForget: () => void;
}

/** The files that were read, what is damaged in them, and what can be done with them. */
export function Files({ desk, opened, read, onForget }: FilesProps): ReactNode {
  return (
    <Stack
      as="section"
      gap={4}
      isFilled
      className={css.files}
      aria-label={translate({ id: 'yours.files', message: 'Files' })}
    >
      <Row isApart gap={5}>
        <Stack gap={3} isFilled className={css.heads}>
          {read.files.map((head, index) => (
            <File key={index} {...{ desk, opened, head, index }} />
          ))}
        </Stack>
        <Button isBad onClick={onForget} data-only="screen">
          <Translate id="yours.forget">Forget everything</Translate>
        </Button>
      </Row>
      {read.left_out > 0 && (
        <Notice tone="partly">
          {translate(
            {
              id: 'yours.leftOut',
              message:
                'There are too many connections to follow all of them: {count} were left out. Filter the capture for the host or the port you care about, and open that.',
            },
            { count: formatNumber(read.left_out) },
          )}
        </Notice>
      )}
      {read.connections.length === 0 && <Notice tone="partly">{sayNoTcp(read.files)}</Notice>}
    </Stack>
  );
}

const kindsOf = ({ other }: CaptureHead): string =>
  Object.entries(other)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${formatNumber(count)} ${kind}`)
    .join(', ');

function sayNoTcp(heads: readonly CaptureHead[]): string {
  const kinds = heads.map(kindsOf).filter(Boolean).join(', ');
  if (heads.every(({ packets }) => packets === 0))
    return translate({ id: 'yours.noPackets', message: 'The capture holds no packets.' });
  if (kinds === '') return translate({ id: 'yours.noConnection', message: 'The capture holds no TCP connection.' });
  return translate(
    { id: 'yours.noTcp', message: 'The capture holds no TCP connection. What it holds: {kinds}.' },
    { kinds },
  );
}

interface FileProps {
  desk: Desk;
  opened: Opened;
  head: CaptureHead;
  index: number;
}

function File({ desk, opened, head, index }: FileProps): ReactNode {
  const { name, packets, segments, seconds, notes, notes_left_out: more } = head;
  const { isBusy, failure, run } = useTask();
  const [made, setMade] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const others = kindsOf(head);
  async function anonymise(): Promise<void> {
    const { signal } = (abort.current = new AbortController());
    try {
      const made = await desk.anonymised(opened, index, { signal });
      saveFile(made.content, 'anonymised.pcapng');
      setMade(made.packets);
    } catch (error) {
      if (!signal.aborted) throw new Error(failureOf(error));
    }
  }
  return (
    <Stack gap={2} isFilled>
      <Row gap={4}>
        <Text as="span" isStrong>
          {name}
        </Text>
        <Text as="small" isNumbers>
          {translate(
            { id: 'yours.file', message: '{packets} packets, {segments} of them TCP, in {time}' },
            { packets: formatNumber(packets), segments: formatNumber(segments), time: formatValue(seconds, 's') },
          )}
          {others !== '' && translate({ id: 'yours.file.others', message: '; also {others}' }, { others })}
        </Text>
        <Button
          look="quiet"
          disabled={isBusy}
          data-only="screen"
          title={translate({
            id: 'yours.anonymise.what',
            message: 'A copy to show to others: addresses are replaced, payload is removed',
          })}
          onClick={() => void run(anonymise)}
        >
          {isBusy ? (
            <Translate id="yours.anonymise.busy">Anonymising …</Translate>
          ) : (
            <Translate id="yours.anonymise">Anonymise and download</Translate>
          )}
        </Button>
      </Row>
      <small role="status">
        {made !== undefined &&
          !isBusy &&
          translate(
            {
              id: 'yours.anonymise.done',
              message:
                'anonymised.pcapng has {packets} packets with other addresses and without payload. Ports, times and sizes are as they were.',
            },
            { packets: formatNumber(made) },
          )}
      </small>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {notes.length > 0 && (
        <details>
          <summary>
            {translate(
              { id: 'yours.notes', message: 'Damaged or cut: {count}' },
              { count: formatNumber(notes.length + more) },
            )}
          </summary>
          <Bullets className={css.notes}>
            {notes.map((note, place) => (
              <li key={place}>{note}</li>
            ))}
            {more > 0 && (
              <li>
                {translate({ id: 'yours.notes.more', message: 'and {count} more' }, { count: formatNumber(more) })}
              </li>
            )}
          </Bullets>
        </details>
      )}
    </Stack>
  );
}
