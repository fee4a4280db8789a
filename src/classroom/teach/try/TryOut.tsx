import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Desk } from '../../useDesk';
import { Button } from '../../../ui/Button';
import { Bullets, Grid, Row, Stack } from '../../../ui/layout';
import { Progress } from '../../../ui/Progress';
import { Text } from '../../../ui/Text';
import type { Tried, TriedQuestion } from '../../../model/contract';
import { kindName } from '../kinds/Kinds';
import { Draws } from './Draws';
import { useTryOut } from './useTryOut';

const SIZES = [20, 50, 100, 500];

/** Made-up students take it, and the model answers for them: is all of it solvable, and how much do the papers differ? */
export function TryOut({ desk, text }: { desk: Desk; text: string }): ReactNode {
  const [students, setStudents] = useState(20);
  const { tried, wanted, failure, text: of, start, cancel } = useTryOut(desk);
  const isRunning = wanted !== undefined;
  return (
    <Stack isFilled aria-busy={isRunning}>
      <Row isCentred>
        <Button onClick={() => (isRunning ? cancel() : start(text, students))}>
          {isRunning ? (
            <Translate id="teach.tryOut.cancel">Stop</Translate>
          ) : (
            <Translate id="teach.tryOut.start">Try it out</Translate>
          )}
        </Button>
        <label>
          <Translate id="teach.tryOut.with">with this many made-up students:</Translate>{' '}
          <select value={students} disabled={isRunning} onChange={({ target }) => setStudents(Number(target.value))}>
            {SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      </Row>
      {isRunning && (
        <Stack gap={2} isFilled>
          <Progress
            max={wanted}
            value={tried?.students ?? 0}
            label={translate({ id: 'teach.tryOut.progress', message: 'Students tried' })}
          />
          <small>
            {translate(
              { id: 'teach.tryOut.running', message: 'The models are answering for them: {done} of {wanted}' },
              { done: tried?.students ?? 0, wanted },
            )}
          </small>
        </Stack>
      )}
      {failure && (
        <Text tone="bad" role="alert">
          ✗ {failure}
        </Text>
      )}
      {tried && (
        <>
          <Text role="status" tone={tried.failed ? 'bad' : 'good'}>
            {summary(tried)}
            {of !== text &&
              ` ${translate({ id: 'teach.tryOut.old', message: 'You have changed the assignment since.' })}`}
          </Text>
          <Stack as="ul" isFilled isRuled>
            {tried.questions
              .filter(({ kind, draws }) => kind !== 'note' || draws.length > 0)
              .map((each) => (
                <Question key={each.id} question={each} students={tried.students} />
              ))}
          </Stack>
        </>
      )}
    </Stack>
  );
}

function summary({ students, papers, failed, questions }: Tried): string {
  const differ = translate(
    { id: 'teach.tryOut.papers', message: '{papers} of {students} papers differ.' },
    { papers, students },
  );
  const bad = questions.filter((each) => each.failed > 0).length;
  return failed
    ? `✗ ${translate(
        { id: 'teach.tryOut.bad', message: 'Not every student can solve every question. Questions to look at: {bad}.' },
        { bad },
      )} ${differ}`
    : `✓ ${translate({ id: 'teach.tryOut.good', message: 'Every question that a model can answer is solvable.' })} ${differ}`;
}

function Question({ question, students }: { question: TriedQuestion; students: number }): ReactNode {
  const { id, kind, accepted, failed, unanswered, failures, different, draws } = question;
  return (
    <Stack as="li" gap={2} isFilled>
      <Text as="h4" size="ui">
        {kindName(kind)} <code>{id}</code>
      </Text>
      <Text size="note" tone={failed ? 'bad' : undefined}>
        {failed > 0 &&
          translate(
            {
              id: 'teach.tryOut.failed',
              message: '✗ For {failed} of {students} students, the model’s own answer is not accepted.',
            },
            { failed, students },
          )}
        {failed === 0 &&
          accepted > 0 &&
          translate({ id: 'teach.tryOut.accepted', message: '✓ Solvable for all {students} students.' }, { students })}
        {unanswered > 0 &&
          translate({
            id: 'teach.tryOut.unanswered',
            message: 'No model can answer it: you’ll read it yourself.',
          })}{' '}
        {translate({ id: 'teach.tryOut.different', message: 'Different versions: {different}.' }, { different })}
      </Text>
      {failures.length > 0 && (
        <details>
          <summary>
            <Translate id="teach.tryOut.why">Who is affected, and why</Translate>
          </summary>
          <Text as={Bullets} size="note">
            {failures.map(({ student, values, reason }) => (
              <li key={student}>
                <b>{student}</b>{' '}
                {Object.entries(values)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(', ')}
                {Object.keys(values).length > 0 && '. '}
                {reason}
              </li>
            ))}
          </Text>
        </details>
      )}
      <Grid least="14rem" gap={6}>
        {draws
          .filter(({ counts }) => counts.length > 1)
          .map(({ name, label, counts }) => (
            <Draws key={name} label={label} counts={counts} />
          ))}
      </Grid>
    </Stack>
  );
}
