import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Overview, Row as FileRow } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { Distributions } from './Distributions';
import css from './Overview.module.css';
import { nameOf } from './rows';

interface OverviewProps {
  overview: Overview;
  rows: readonly FileRow[];
  /** Who is missing is only known when nothing more is coming. */
  isMarking: boolean;
  onOpen: (file: string, among: string[]) => void;
}

/** So many ids stand there at once; more are folded. */
const FEW = 30;

/** So many pairs at first. */
const PAIRS = 15;

/** What the class came to, and which files need a look. */
export function OverviewSection({ overview, rows, isMarking, onOpen }: OverviewProps): ReactNode {
  const { duplicates, strangers, missing, unused, alike } = overview;
  const [most, setMost] = useState(PAIRS);
  const names = new Map(rows.map((row) => [row.file, nameOf(row)]));
  const file = (name: string, among: string[]): ReactNode => (
    <Button key={name} look="quiet" onClick={() => onOpen(name, among)}>
      {names.get(name) ?? name}
    </Button>
  );
  const lists: [string, string, string[]][] = [
    [
      'missing',
      translate({ id: 'grade.missing', message: 'On the roster, and handed nothing in that could be marked' }),
      isMarking ? [] : missing,
    ],
    ['strangers', translate({ id: 'grade.strangers', message: 'Not on the roster' }), strangers],
    [
      'unused',
      translate({ id: 'grade.unused', message: 'Have points by hand, and no file here' }),
      isMarking ? [] : unused,
    ],
  ];
  return (
    <Stack gap={7} isFilled>
      <Distributions overview={overview} />
      {alike.length > 0 && (
        <Stack as="section" isFilled aria-labelledby="grade-alike">
          <Text as="h3" size="ui" id="grade-alike">
            <Translate id="grade.alike">Worth a look</Translate>
          </Text>
          <Text isProse tone="soft">
            <Translate id="grade.alike.lead">
              These pairs have more in common than chance gives. It is a hint to read both, not a verdict: people who
              learn together write alike, and who copies with care is not in this list.
            </Translate>
          </Text>
          <Stack as="ul" gap={3} isFilled isRuled>
            {alike.slice(0, most).map(({ files, question, likeness, reason }) => (
              <Row as="li" gap={5} key={`${files.join(' ')} ${question}`}>
                <span className={css.who}>
                  {file(files[0], [...files])} <Translate id="grade.and">and</Translate> {file(files[1], [...files])}
                </span>
                <Text as="span" tone="soft" className={css.why}>
                  {question && <b>{question}: </b>}
                  {reason} {likeness < 1 && !reason.includes('%') && `${Math.round(100 * likeness)} %`}
                </Text>
              </Row>
            ))}
          </Stack>
          {alike.length > most && (
            <Button look="quiet" onClick={() => setMost(alike.length)}>
              <Translate id="grade.alike.more" values={{ count: alike.length }}>
                {'Show all {count}'}
              </Translate>
            </Button>
          )}
        </Stack>
      )}
      {duplicates.length > 0 && (
        <Stack as="section" isFilled aria-labelledby="grade-duplicates">
          <Text as="h3" size="ui" id="grade-duplicates">
            <Translate id="grade.duplicates">More than one file from a student</Translate>
          </Text>
          <Text isProse tone="soft">
            <Translate id="grade.duplicates.lead">
              The last one handed in counts. The time is what the file says; look where it matters.
            </Translate>
          </Text>
          <Stack as="ul" gap={3} isFilled isRuled>
            {duplicates.map(({ student, files, counts }) => (
              <Row as="li" gap={5} key={student}>
                <b className={css.who}>{student}</b>
                <ul className={css.why}>
                  {files.map((each) => (
                    <li key={each}>
                      <Button look="quiet" onClick={() => onOpen(each, files)}>
                        {each}
                      </Button>
                      {each === counts && (
                        <>
                          {' '}
                          <Translate id="grade.counts">(counts)</Translate>
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              </Row>
            ))}
          </Stack>
        </Stack>
      )}
      {lists
        .filter(([, , ids]) => ids.length > 0)
        .map(([id, title, ids]) => (
          <Stack as="section" key={id} isFilled gap={3} aria-labelledby={`grade-${id}`}>
            <Text as="h3" size="ui" id={`grade-${id}`}>
              {title} ({ids.length})
            </Text>
            {ids.length <= FEW ? (
              <Text size="note">{ids.join(', ')}</Text>
            ) : (
              <details>
                <summary>
                  <Translate id="grade.ids">Who</Translate>
                </summary>
                <Text size="note">{ids.join(', ')}</Text>
              </details>
            )}
          </Stack>
        ))}
    </Stack>
  );
}
