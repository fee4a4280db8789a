import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { download } from '../download';
import type { NamedFile, Written } from '../../model/contract';
import { Button } from '../../ui/Button';
import { FileButton } from '../../ui/FileButton';
import { Grid, Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { CommandLine } from './CommandLine';
import type { Settling } from './rules';
import { chosenFiles } from './intake/dropped';
import type { Found } from './intake';
import { messageOf } from '../../runtime/errors';

export type Format = 'table' | 'canvas' | 'canvas-notes' | 'moodle' | 'by-hand';

interface DownloadsProps {
  /** Name of the assignment's file. */
  assignment: string;
  hasHand: boolean;
  settling: Settling;
  /** When it is due by the assignment; '': it does not say. */
  dueSaid: string;
  disabled: boolean;
  /** The text and the name of a CSV file. */
  csv: (format: Format) => Promise<Written>;
  /** What each student may read. */
  feedback: () => Promise<NamedFile[]>;
  /** What an examiner may ask each student about their own answers. */
  oral: () => Promise<NamedFile[]>;
  /** Takes points by hand from a CSV file; how many there were. */
  onHand: (file: Found) => Promise<number>;
}

const words = (): [Format, string, string][] => [
  [
    'table',
    translate({ id: 'grade.csv.table', message: 'Table' }),
    translate({ id: 'grade.csv.table.about', message: 'Everything: one row for each file, with answers and reasons.' }),
  ],
  [
    'canvas',
    translate({ id: 'grade.csv.canvas', message: 'Canvas' }),
    translate({ id: 'grade.csv.canvas.about', message: 'For Grades → Import.' }),
  ],
  [
    'canvas-notes',
    translate({ id: 'grade.csv.canvasNotes', message: 'Canvas with notes' }),
    translate({
      id: 'grade.csv.canvasNotes.about',
      message: 'With the reasons, for a course whose gradebook has the Notes column. Canvas doesn’t import comments.',
    }),
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
      message: 'One row for each answer you have to read: fill it in elsewhere, keep it, or give it to a colleague.',
    }),
  ],
];

async function saveAll(files: readonly NamedFile[], as: string): Promise<undefined> {
  const { strToU8, zipSync } = await import('fflate');
  const content = zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])));
  download(content as BlobPart, as);
  return undefined;
}

/** What the marks leave the page as, and how points given elsewhere come in. */
export function Downloads(props: DownloadsProps): ReactNode {
  const { assignment, hasHand, settling, dueSaid, disabled, csv, feedback, oral, onHand } = props;
  const [said, setSaid] = useState<{ text: string; isBad: boolean }>();
  const tell = (work: Promise<string | undefined>): void =>
    void work.then(
      (text) => setSaid(text === undefined ? undefined : { text, isBad: false }),
      (error: unknown) => setSaid({ text: messageOf(error), isBad: true }),
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
        <Stack as="li" gap={3}>
          <Button disabled={disabled} onClick={() => tell(feedback().then((files) => saveAll(files, 'feedback.zip')))}>
            <Translate id="grade.feedback">Feedback</Translate> <small>ZIP</small>
          </Button>
          <small>
            <Translate id="grade.feedback.about">
              A text for each student with points and reasons, but without the notes on the file. Moodle takes the
              archive as it is.
            </Translate>
          </small>
        </Stack>
        <Stack as="li" gap={3}>
          <Button disabled={disabled} onClick={() => tell(oral().then((files) => saveAll(files, 'oral.zip')))}>
            <Translate id="grade.oral">Conversation sheets</Translate> <small>ZIP</small>
          </Button>
          <small>
            <Translate id="grade.oral.about">
              One page for each student, for you to ask from: three to five questions about their own answers, with what
              the model says to each.
            </Translate>
          </small>
        </Stack>
      </Grid>
      <Row gap={5} isCentred>
        <FileButton
          accept=".csv,text/csv"
          onFiles={([file]) =>
            tell(
              onHand(chosenFiles([file!])[0]!).then((count) =>
                translate({ id: 'grade.hand.taken', message: 'Points imported: {count}' }, { count }),
              ),
            )
          }
        >
          <Translate id="grade.hand.take">Import points by hand from a CSV file</Translate>
        </FileButton>
        <Text size="note" tone={said?.isBad ? 'bad' : undefined} role="status">
          {said?.text}
        </Text>
      </Row>
      <CommandLine {...{ assignment, hasHand, settling, dueSaid }} />
    </>
  );
}
