import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { download } from '../download';
import type { Written } from '../../model/contract';
import { Button } from '../../ui/Button';
import { FileButton } from '../../ui/FileButton';
import { Grid, Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { CommandLine } from './CommandLine';
import { chosenFiles } from './intake/dropped';
import type { Found } from './intake';

export type Format = 'table' | 'canvas' | 'moodle' | 'by-hand';

interface DownloadsProps {
  /** Name of the assignment's file. */
  assignment: string;
  hasHand: boolean;
  disabled: boolean;
  /** The text and the name of a CSV file. */
  csv: (format: Format) => Promise<Written>;
  /** Takes points by hand from a CSV file; how many there were. */
  onHand: (file: Found) => Promise<number>;
}

const words = (): [Format, string, string][] => [
  [
    'table',
    translate({ id: 'grade.csv.table', message: 'Table' }),
    translate({ id: 'grade.csv.table.about', message: 'Everything: a line for each file, with answers and reasons.' }),
  ],
  [
    'canvas',
    translate({ id: 'grade.csv.canvas', message: 'Canvas' }),
    translate({ id: 'grade.csv.canvas.about', message: 'For Grades → Import.' }),
  ],
  [
    'moodle',
    translate({ id: 'grade.csv.moodle', message: 'Moodle' }),
    translate({ id: 'grade.csv.moodle.about', message: 'For Grades → Import → CSV file, mapped by ID number.' }),
  ],
  [
    'by-hand',
    translate({ id: 'grade.csv.hand', message: 'Points by hand' }),
    translate({
      id: 'grade.csv.hand.about',
      message: 'A line for each answer that is to be read: to fill in elsewhere, to keep, or for a colleague.',
    }),
  ],
];

/** What the marks leave the page as, and how points given elsewhere come in. */
export function Downloads({ assignment, hasHand, disabled, csv, onHand }: DownloadsProps): ReactNode {
  const [said, setSaid] = useState<{ text: string; isBad: boolean }>();
  const tell = (work: Promise<string | undefined>): void =>
    void work.then(
      (text) => setSaid(text === undefined ? undefined : { text, isBad: false }),
      (error: unknown) => setSaid({ text: error instanceof Error ? error.message : String(error), isBad: true }),
    );
  return (
    <>
      <Grid as="ul" least="14rem" gap={6}>
        {words().map(([format, name, about]) => (
          <Stack as="li" key={format} gap={3}>
            <Button
              disabled={disabled}
              onClick={() =>
                tell(
                  csv(format).then((file) => {
                    download(file.text, file.name);
                    return undefined;
                  }),
                )
              }
            >
              {name} <small>CSV</small>
            </Button>
            <small>{about}</small>
          </Stack>
        ))}
      </Grid>
      <Row gap={5} isCentred>
        <FileButton
          accept=".csv,text/csv"
          onFiles={([file]) =>
            tell(
              onHand(chosenFiles([file!])[0]!).then((count) =>
                translate({ id: 'grade.hand.taken', message: 'Points taken over: {count}' }, { count }),
              ),
            )
          }
        >
          <Translate id="grade.hand.take">Take points by hand from a CSV file</Translate>
        </FileButton>
        <Text size="note" tone={said?.isBad ? 'bad' : undefined} role="status">
          {said?.text}
        </Text>
      </Row>
      <CommandLine assignment={assignment} hasHand={hasHand} />
    </>
  );
}
