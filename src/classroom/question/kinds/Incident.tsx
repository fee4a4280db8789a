import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { recordIn, textIn, textsIn } from '../../answers';
import { Options } from '../../../incidents/Answer';
import { Case } from '../../../incidents/Case';
import { Stack } from '../../../ui/layout';
import { Notice, Panel } from '../../../ui/Panel';
import { useCase } from '../useCase';
import { Waiting } from '../Waiting';
import type { QuestionProps } from './props';
import room from '../../../incidents/IncidentRoom.module.css';

/** An incident of the room. What was asked is part of the answer. */
export default function IncidentCase({ question, answer, onAnswer, isClosed }: QuestionProps<'incident'>): ReactNode {
  const given = recordIn(answer);
  const [cause, fix, asked] = [textIn(given.cause), textIn(given.fix), textsIn(given.asked)];
  const { incident, printed, minutes, isBusy, failure, ask } = useCase(question, asked);
  // Something may be chosen while what was asked is under way.
  const latest = useRef({ cause, fix, asked });
  useEffect(() => {
    latest.current = { cause, fix, asked };
  });
  if (!incident) return <Waiting failure={failure} />;
  const say = (change: object): void => onAnswer({ ...latest.current, ...change });
  return (
    <Stack as={Panel} gap={5} isFilled className={clsx('experiment', room.room)} aria-busy={isBusy}>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Case
        {...{ incident, printed, minutes, isClosed }}
        isOpening={false}
        isBusy={isBusy}
        heading="h3"
        onAsk={(id) => {
          if (isBusy) return;
          // At once: a mark told meanwhile would be of another answer.
          say({ asked: [...printed.map((each) => each.id), id] });
          void ask(id);
        }}
      />
      <Stack gap={5} isFilled className={room.end}>
        <Options
          title={translate({ id: 'incident.cause', message: 'What is wrong?' })}
          options={incident.suspects.map((each) => ({ id: each.id, text: each.cause }))}
          value={cause}
          disabled={isClosed}
          onChange={(id) => say({ cause: id })}
        />
        <Options
          title={translate({ id: 'incident.fix', message: 'What do you do about it?' })}
          options={incident.fixes}
          value={fix}
          disabled={isClosed}
          onChange={(id) => say({ fix: id })}
        />
      </Stack>
    </Stack>
  );
}
