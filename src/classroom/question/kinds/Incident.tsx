import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { recordIn, textIn, textsIn } from '../../answers';
import { Options } from '../../../incidents/Answer';
import answerCss from '../../../incidents/Answer.module.css';
import { Case } from '../../../incidents/Case';
import room from '../../../incidents/IncidentRoom.module.css';
import { useCase } from '../useCase';
import { Waiting } from '../Waiting';
import type { QuestionProps } from './props';
import css from './questions.module.css';

/** An incident of the room. What was asked is part of the answer. */
export default function IncidentCase({ question, answer, onAnswer, isClosed }: QuestionProps<'incident'>): ReactNode {
  const given = recordIn(answer);
  const [cause, fix, asked] = [textIn(given.cause), textIn(given.fix), textsIn(given.asked)];
  const { incident, printed, minutes, isBusy, failure, ask } = useCase(question, asked);
  if (!incident) return <Waiting failure={failure} />;
  const say = (change: object): void => onAnswer({ cause, fix, asked, ...change });
  return (
    <div className={`experiment ${room.room} ${css.incident}`} aria-busy={isBusy}>
      {failure !== undefined && (
        <p className={css.problem} role="alert">
          {failure}
        </p>
      )}
      <Case
        {...{ incident, printed, minutes, isClosed }}
        isOpening={false}
        heading="h3"
        onAsk={(id) => void ask(id).then((isGood) => isGood && say({ asked: [...printed.map((each) => each.id), id] }))}
      />
      <div className={`${room.end} ${answerCss.answer}`}>
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
      </div>
    </div>
  );
}
