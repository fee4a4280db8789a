import Translate, { translate } from '@docusaurus/Translate';
import { Fragment, type ReactNode, useState } from 'react';
import type { Overview, Row as FileRow } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Progress } from '../../ui/Progress';
import { Text } from '../../ui/Text';
import { Distributions } from './Distributions';
import css from './Overview.module.css';
import { isJudged, nameOf } from './rows';
import type { Compared } from './useAlike';

interface OverviewProps {
  overview: Overview;
  compared: Compared;
  /** Files that the teacher has said count. */
  chosen: readonly string[];
  rows: readonly FileRow[];
  /** Who is missing is only known when nothing more is coming. */
  isMarking: boolean;
  onOpen: (file: string, among: string[]) => void;
  /** The teacher says that this file counts; `others` are those of the same student. */
  onCounts: (file: string, others: string[]) => void;
}

/** So many ids stand there at once; more are folded. */
const FEW = 30;

/** So many groups at first, and so many of each. */
const GROUPS = 15;
const MEMBERS = 9;

/** What the class came to, and which files need a look. */
export function OverviewSection(props: OverviewProps): ReactNode {
  const { overview, compared, chosen, rows, isMarking, onOpen, onCounts } = props;
  const { duplicates, strangers, missing, unused } = overview;
  const { alike = [], progress, failure } = compared;
  const isComparing = !isMarking && !compared.alike && failure === undefined;
  const [most, setMost] = useState(GROUPS);
  const marked = new Set(rows.filter(isJudged).map((row) => row.file));
  const names = new Map(rows.map((row) => [row.file, nameOf(row)]));
  const file = (name: string, among: string[]): ReactNode => (
    <Button key={name} look="quiet" onClick={() => onOpen(name, among)}>
      {names.get(name) ?? name}
    </Button>
  );
  const lists: [string, string, string[]][] = [
    [
      'missing',
      translate({ id: 'grade.missing', message: 'On the roster, but handed in nothing that could be marked' }),
      isMarking ? [] : missing,
    ],
    ['strangers', translate({ id: 'grade.strangers', message: 'Not on the roster' }), strangers],
    ['unused', translate({ id: 'grade.unused', message: 'Points by hand, but no file here' }), isMarking ? [] : unused],
  ];
  return (
    <Stack gap={7} isFilled>
      <Distributions overview={overview} />
      {isComparing && (
        <Stack gap={2} isFilled>
          <Text tone="soft" role="status">
            <Translate id="grade.overview.soon">Comparing the files …</Translate>
          </Text>
          <Progress
            value={progress}
            max={1}
            label={translate({ id: 'grade.alike.progress', message: 'Comparison progress' })}
          />
        </Stack>
      )}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {alike.length > 0 && (
        <Stack as="section" isFilled aria-labelledby="grade-alike">
          <Text as="h3" size="ui" id="grade-alike">
            <Translate id="grade.alike">Worth a look</Translate>
          </Text>
          <Text isProse tone="soft">
            <Translate id="grade.alike.lead">
              These have more in common than chance would explain. Take it as a reason to read them, not as a verdict:
              people who study together write alike, and anyone who copies carefully isn’t on this list.
            </Translate>
          </Text>
          <Stack as="ul" gap={3} isFilled isRuled>
            {alike.slice(0, most).map(({ files, question, likeness, reason }) => (
              <Row as="li" gap={5} key={`${files.join(' ')} ${question}`}>
                <span className={css.who}>
                  {files.slice(0, MEMBERS).map((each, place) => (
                    <Fragment key={each}>
                      {place > 0 && ', '}
                      {file(each, files)}
                    </Fragment>
                  ))}
                  {files.length > MEMBERS && (
                    <Translate id="grade.alike.others" values={{ count: files.length - MEMBERS }}>
                      {' and {count} more'}
                    </Translate>
                  )}
                </span>
                <Text as="span" tone="soft" className={css.why}>
                  {question && <b>{question}: </b>}
                  {reason} {likeness < 1 && !reason.includes('%') && `${Math.round(100 * likeness)}%`}
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
              Two copies of the same file count as one. If the files differ, none counts until you say which one does:
              anyone who knows an ID can write it into a file, with any time they like.
            </Translate>
          </Text>
          <Stack as="ul" gap={3} isFilled isRuled>
            {duplicates.map(({ student, files, counts, unsettled }) => (
              <Row as="li" gap={5} key={student}>
                <b className={css.who}>
                  {student}{' '}
                  {unsettled && (
                    <Text as="small" tone="bad">
                      <Translate id="grade.unsettled">none counts yet</Translate>
                    </Text>
                  )}
                </b>
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
                      {each !== counts && marked.has(each) && (unsettled || chosen.includes(counts ?? '')) && (
                        <>
                          {' '}
                          <Button onClick={() => onCounts(each, files)}>
                            <Translate id="grade.counts.this">This one counts</Translate>
                          </Button>
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
