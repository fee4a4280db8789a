import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { RuntimeStatus } from '../../runtime/types';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Progress } from '../../ui/Progress';
import { Text } from '../../ui/Text';
import css from './Grade.module.css';
import type { SessionState } from './session';

interface MarkingProgressProps {
  session: SessionState;
  status: RuntimeStatus;
  onStop: () => void;
  onGoOn: () => void;
  onClear: () => void;
}

/** How far the marking is, and the way to stop it. */
export function MarkingProgress({ session, status, onStop, onGoOn, onClear }: MarkingProgressProps): ReactNode {
  const { assignment, rows, waiting, isMarking } = session;
  const all = rows.length + waiting;
  if (all === 0) return null;
  if (!assignment)
    return (
      <p role="status">
        {translate({ id: 'grade.waiting', message: 'Files waiting for the assignment: {waiting}' }, { waiting })}
      </p>
    );
  return (
    <Stack isFilled gap={3} aria-busy={isMarking} data-only="screen">
      <Progress value={rows.length} max={all} label={translate({ id: 'grade.progress', message: 'Files marked' })} />
      <Row isCentred gap={5}>
        <Text isNumbers>
          {translate({ id: 'grade.marked', message: '{done} of {all} marked' }, { done: rows.length, all })}
          {isMarking && status.state !== 'ready' && (
            <>
              {' · '}
              <Translate id="grade.starting">loading the models …</Translate>
            </>
          )}
        </Text>
        {isMarking && (
          <Button onClick={({ detail }) => detail < 2 && onStop()}>
            <Translate id="grade.stop">Stop</Translate>
          </Button>
        )}
        {!isMarking && waiting > 0 && (
          <Button onClick={({ detail }) => detail < 2 && onGoOn()}>
            <Translate id="grade.goOn">Continue</Translate>
          </Button>
        )}
      </Row>
      {/* On a line of its own, so that it never comes to lie where “Stop” was just pressed. */}
      <Row isCentred gap={5} className={css.after}>
        <Text tone="good" role="status">
          {!isMarking && waiting === 0 && translate({ id: 'grade.done', message: 'All files are marked.' })}
        </Text>
        {!isMarking && (
          <Button onClick={onClear}>
            <Translate id="grade.clear">Remove all files</Translate>
          </Button>
        )}
      </Row>
    </Stack>
  );
}
