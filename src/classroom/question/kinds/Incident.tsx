import { translate } from '@docusaurus/Translate';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { recordIn, textIn, textsIn } from '../../answers';
import { incidentOf } from '../../incidents';
import { useAnswerOf } from '../../useAnswerOf';
import { useDesk } from '../../useDesk';
import { useCall } from '../../../incidents/call/useCall';
import { Complaint } from '../../../incidents/Complaint';
import { Status } from '../../../incidents/Status';
import { Terminal } from '../../../incidents/terminal/Terminal';
import type { Incident } from '../../../model/contract';
import { Check } from '../../../ui/Field';
import { Stack } from '../../../ui/layout';
import { Marked } from '../../../ui/Marked';
import { Panel } from '../../../ui/Panel';
import { Text } from '../../../ui/Text';
import { Waiting } from '../Waiting';
import type { QuestionProps } from './props';
import room from '../../../incidents/IncidentRoom.module.css';

/** An incident of the room. What was typed is part of the answer. */
export default function IncidentCase(props: QuestionProps<'incident'>): ReactNode {
  const { family, level, seed } = props.question;
  const { desk } = useDesk();
  const ask = useCallback(
    (signal: AbortSignal) => incidentOf(desk, { family, level, seed }, signal),
    [desk, family, level, seed],
  );
  const { answer: incident, failure } = useAnswerOf(ask);
  return incident ? <Opened {...props} incident={incident} /> : <Waiting failure={failure} />;
}

/** The complaint, a shell on each machine, and what may be wrong. */
function Opened({
  question,
  answer,
  onAnswer,
  isClosed,
  incident,
}: QuestionProps<'incident'> & { incident: Incident }): ReactNode {
  const { desk } = useDesk();
  const given = recordIn(answer);
  const [cause, fix, asked] = [textIn(given.cause), textIn(given.fix), textsIn(given.asked)];
  // Something may be chosen while a line is at work.
  const latest = useRef({ cause, fix, asked });
  useEffect(() => {
    latest.current = { cause, fix, asked };
  });
  const say = (change: object): void => onAnswer({ ...latest.current, ...change });
  const [first] = useState(asked);
  const refuse = (line: string): string | undefined => (isStep(line) ? noStepsInWords() : undefined);
  const call = useCall(desk.ask, incident, { lines: first, refuse });
  return (
    <Stack as={Panel} gap={5} isFilled className={`experiment ${room.room}`} aria-busy={call.waiting.length > 0}>
      <blockquote className={room.complaint}>
        <Text size="lead" isProse>
          <Complaint incident={incident} />
        </Text>
      </blockquote>
      <Status standing={call.standing} />
      <Terminal
        machines={incident.machines}
        entries={call.entries}
        waiting={call.waiting}
        isClosed={isClosed}
        complete={call.complete}
        onLine={(line) => {
          // At once: a mark told while the line is at work would be of another answer.
          if (!isStep(line)) say({ asked: [...call.lines, ...call.waiting, line] });
          call.type(line);
        }}
      />
      <Options
        title={translate({ id: 'incident.cause', message: 'What is wrong?' })}
        name={`cause-${question.id}`}
        options={incident.suspects.map((each) => ({ id: each.id, text: each.cause }))}
        value={cause}
        disabled={isClosed}
        onChange={(id) => say({ cause: id })}
      />
      <Options
        title={translate({ id: 'incident.fix', message: 'What do you do about it?' })}
        name={`fix-${question.id}`}
        options={incident.fixes}
        value={fix}
        disabled={isClosed}
        onChange={(id) => say({ fix: id })}
      />
    </Stack>
  );
}

/** The room’s own lines, `:end` for example, say what is right. */
const isStep = (line: string): boolean => line.startsWith(':');

const noStepsInWords = (): string =>
  translate({
    id: 'incident.noSteps',
    message: 'In an assignment, only the machines take commands. Choose cause and fix from the lists below.',
  });

interface OptionsProps {
  title: string;
  name: string;
  options: { id: string; text: string }[];
  value: string;
  disabled: boolean;
  onChange: (id: string) => void;
}

/** One of several texts. */
function Options({ title, name, options, value, disabled, onChange }: OptionsProps): ReactNode {
  return (
    <Stack as="fieldset" gap={1} isFilled disabled={disabled}>
      <legend>{title}</legend>
      {options.map(({ id, text }) => (
        <Check
          key={id}
          type="radio"
          label={<Marked text={text} />}
          name={name}
          value={id}
          checked={value === id}
          onChange={() => onChange(id)}
        />
      ))}
    </Stack>
  );
}
