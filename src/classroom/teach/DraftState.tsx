import Translate, { translate } from '@docusaurus/Translate';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Text, type Tone } from '../../ui/Text';
import unseen from '../../ui/unseen.module.css';
import type { Problem } from './checks/place';
import type { Checks } from './checks/useChecks';
import { placeWords } from './checks/placeWords';
import type { State as Draft } from './draft/reducer';
import css from './Desk.module.css';
import { kindName } from './kinds/Kinds';
import { idOfField, useTeach } from './useDraft';

interface DraftStateProps {
  state: Draft;
  checks: Checks;
  isKept: boolean;
  onLeave: () => void;
}

/** Where the draft stands: what is to be fixed, with the way there. */
export function DraftState({ state: { keys, past }, checks, isKept, onLeave }: DraftStateProps): ReactNode {
  const { draft, dispatch } = useTeach();
  const { problems } = checks;

  function show(event: MouseEvent, { path, question }: Problem): void {
    event.preventDefault();
    if (question !== undefined) dispatch({ type: 'open', key: keys[question] });
    // When its fields are there.
    setTimeout(() => focusField(path));
  }
  return (
    <Stack
      as="aside"
      className={css.state}
      isFilled
      aria-label={translate({ id: 'teach.panel', message: 'State of the draft' })}
    >
      <Notice as={Text} size="note" isStrong tone={TONES[stateOf(checks)]} role="status">
        {words(checks)}
      </Notice>
      {checks.failure && (
        <Text size="note" tone="bad">
          {checks.failure}
        </Text>
      )}
      {problems.length > 0 && (
        <Stack as="ul" gap={3}>
          {problems.map((problem) => (
            <Text as="li" size="note" key={`${problem.path} ${problem.said}`}>
              <a href={`#${encodeURIComponent(idOfField(problem.path))}`} onClick={(event) => show(event, problem)}>
                <b>{placeWords(problem)}</b>
              </a>
              <br />
              <small>{problem.said}</small>
            </Text>
          ))}
        </Stack>
      )}
      <nav aria-label={translate({ id: 'teach.outline', message: 'Parts of the assignment' })}>
        <ol className={css.outline}>
          <li>
            <a href="#assignment">
              <Translate id="teach.assignment">Assignment</Translate>
            </a>
          </li>
          {draft.questions.map(({ id, kind }, place) => (
            <li key={keys[place]}>
              <a
                href={`#${encodeURIComponent(idOfField(`questions[${place}]`))}`}
                onClick={(event) => show(event, { path: `questions[${place}]`, said: '', question: place })}
              >
                {place + 1} {kindName(kind)} <code>{id}</code>
              </a>
              <Mark problems={problems.filter(({ question }) => question === place)} />
            </li>
          ))}
          <li>
            <a href="#try">
              <Translate id="teach.try">Try it</Translate>
            </a>
          </li>
          <li>
            <a href="#give">
              <Translate id="teach.give">Hand it out</Translate>
            </a>
          </li>
        </ol>
      </nav>
      <Row gap={3}>
        <Button disabled={past.length === 0} onClick={() => dispatch({ type: 'undo' })}>
          <Translate id="teach.undo">Undo</Translate>
        </Button>
        <Button onClick={onLeave}>
          <Translate id="teach.leave">Another assignment</Translate>
        </Button>
      </Row>
      <small>
        {isKept
          ? translate({ id: 'teach.kept', message: 'Saved in this browser as you type.' })
          : translate({ id: 'teach.kept.not', message: 'This browser saves nothing: save the teacher’s file.' })}
      </small>
    </Stack>
  );
}

/** Whether a question has something to be fixed, or still to be said. */
function Mark({ problems }: { problems: readonly Problem[] }): ReactNode {
  if (problems.length === 0) return null;
  const isBad = problems.some(({ isMissing }) => !isMissing);
  return (
    <Text as="span" tone={isBad ? 'bad' : 'soft'}>
      {' '}
      {isBad ? '✗' : '○'}
      <span className={unseen.unseen}>
        {' '}
        {isBad
          ? translate({ id: 'teach.outline.bad', message: 'needs fixing' })
          : translate({ id: 'teach.outline.missing', message: 'incomplete' })}
      </span>
    </Text>
  );
}

type State = 'failed' | 'asking' | 'good' | 'missing' | 'bad';

const TONES: Record<State, Tone> = { failed: 'bad', asking: 'soft', good: 'good', missing: 'soft', bad: 'bad' };

function stateOf({ isUpToDate, problems, good, failure }: Checks): State {
  if (failure) return 'failed';
  if (!isUpToDate) return 'asking';
  if (good && problems.length === 0) return 'good';
  return problems.every(({ isMissing }) => isMissing) ? 'missing' : 'bad';
}

function words(checks: Checks): string {
  switch (stateOf(checks)) {
    case 'failed':
      return translate({ id: 'teach.check.failed', message: '✗ Couldn’t ask Python:' });
    case 'asking':
      return translate({ id: 'teach.check.asking', message: '… Python is checking it' });
    case 'good':
      return translate({ id: 'teach.check.good', message: '✓ Python finds nothing wrong' });
    case 'missing':
      return checks.problems.length === 1
        ? translate({ id: 'teach.check.missing.one', message: '○ One thing is still missing' })
        : translate(
            { id: 'teach.check.missing.many', message: '○ {count} things are still missing' },
            { count: checks.problems.length },
          );
    default:
      return checks.problems.length === 1
        ? translate({ id: 'teach.check.one', message: '✗ One thing to fix' })
        : translate({ id: 'teach.check.many', message: '✗ {count} things to fix' }, { count: checks.problems.length });
  }
}

/** Goes to a field, or to what holds it. */
function focusField(path: string): void {
  for (let place = path; place; place = place.replace(/(\.\w+|\[\d+\]|^\w+)$/, '')) {
    const field = document.getElementById(idOfField(place));
    if (field) {
      for (let up = field.parentElement; up; up = up.parentElement)
        if (up instanceof HTMLDetailsElement) up.open = true;
      field.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
      return;
    }
  }
  document.getElementById('questions')?.scrollIntoView();
}
