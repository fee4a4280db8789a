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
    translate({ id: 'grade.csv.table.about', message: 'Everything: a line for each file, with answers and reasons.' }),
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
      message: 'The reasons, too, for a course that has the column Notes. Canvas imports no comments.',
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
      message: 'A line for each answer that is to be read: to fill in elsewhere, to keep, or for a colleague.',
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
        <Stack as="li" gap={3}>
          <Button disabled={disabled} onClick={() => tell(feedback().then((files) => saveAll(files, 'feedback.zip')))}>
            <Translate id="grade.feedback">Feedback</Translate> <small>ZIP</small>
          </Button>
          <small>
            <Translate id="grade.feedback.about">
              A text for each student: points and reasons, and nothing of what you think of the file. Moodle takes it as
              it is.
            </Translate>
          </small>
        </Stack>
        <Stack as="li" gap={3}>
          <Button disabled={disabled} onClick={() => tell(oral().then((files) => saveAll(files, 'oral.zip')))}>
            <Translate id="grade.oral">Sheets to ask from</Translate> <small>ZIP</small>
          </Button>
          <small>
            <Translate id="grade.oral.about">
              A page for each student, for you: three to five questions about their own answers, and what the model says
              to them.
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
      <CommandLine {...{ assignment, hasHand, settling, dueSaid }} />
    </>
  );
}
