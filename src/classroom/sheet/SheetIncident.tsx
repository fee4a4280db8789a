import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useState } from 'react';
import { textsIn } from '../answers';
import { incidentOf, knownIncident } from '../incidents';
import { useDesk } from '../useDesk';
import type { Incident, IncidentQuestion } from '../../model/contract';
import { keepUnits } from '../../text/units';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import css from './Sheet.module.css';

interface SheetIncidentProps {
  question: IncidentQuestion;
  answer: Record<string, unknown>;
}

/** The complaint, and what may be wrong: who wants to ask has to go to the page. */
export function SheetIncident({ question, answer }: SheetIncidentProps): ReactNode {
  const { family, level, seed } = question;
  const { desk } = useDesk();
  const [incident, setIncident] = useState<Incident | undefined>(() => knownIncident(question));
  useEffect(() => {
    const abort = new AbortController();
    incidentOf(desk, { family, level, seed }, abort.signal).then(setIncident, () => undefined);
    return () => abort.abort();
  }, [desk, family, level, seed]);
  if (!incident) return null;
  const typed = textsIn(answer.asked);
  return (
    <>
      <blockquote>{keepUnits(incident.complaint)}</blockquote>
      {typed.length > 0 && (
        <p>
          <Translate id="sheet.asked">Commands used:</Translate> {typed.join('; ')}
        </p>
      )}
      <Options
        title={translate({ id: 'incident.cause', message: 'What is wrong?' })}
        options={incident.suspects.map(({ id, cause }) => ({ id, text: cause }))}
        picked={answer.cause}
      />
      <Options
        title={translate({ id: 'incident.fix', message: 'What do you do about it?' })}
        options={incident.fixes}
        picked={answer.fix}
      />
    </>
  );
}

interface OptionsProps {
  title: string;
  options: { id: string; text: string }[];
  picked: unknown;
}

function Options({ title, options, picked }: OptionsProps): ReactNode {
  return (
    <>
      <Text isStrong className={css.text}>
        {title}
      </Text>
      <ul className={css.boxes}>
        {options.map(({ id, text }) => (
          <li key={id}>
            <span className={css.box} data-round>
              {id === picked ? '✕' : ''}
            </span>
            <span>
              <Marked text={text} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
