import { useHistory, useLocation } from '@docusaurus/router';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Translate, { translate } from '@docusaurus/Translate';
import room from '@inflight/incidents.json';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRuntime } from '../figure/useRuntime';
import { useNextFocus } from '../ui/useNextFocus';
import { addressOf, anySeed, type Wanted, wantedIn } from './address';
import { Answer } from './Answer';
import { Case } from './Case';
import css from './IncidentRoom.module.css';
import { useIncident } from './useIncident';
import { Solution, VerdictCard } from './VerdictCard';

/** One hidden fault, the tools, and somebody who waits for an answer. The models decide who is right. */
export default function IncidentRoom(): ReactNode {
  const { runtime, status } = useRuntime(false);
  const { incident, printed, minutes, verdict, busy, failure, open, ask, answer } = useIncident(room, runtime);
  const history = useHistory();
  const { search } = useLocation();
  const { seed, level, levels } = incident;
  const numbers = levels.map(({ number }) => number);

  // The address leads: a link, the way back, and the buttons here all go by it. The built page knows none.
  const wanted = useIsBrowser() ? wantedIn(search, numbers) : null;
  const refused = wanted && 'bad' in wanted ? wanted : undefined;
  const next = wanted && !refused ? (wanted as Wanted) : room.incident;
  useEffect(() => {
    if (!refused && (next.seed !== seed || next.level !== level)) open(next.seed, next.level);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the address changes
  }, [next.seed, next.level]);

  // The answer was longer than what is said of it.
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (verdict) end.current?.scrollIntoView({ block: 'nearest' });
  }, [verdict]);

  const complaint = useRef<HTMLParagraphElement>(null);
  const moving = useNextFocus(complaint, search);
  function another(wantedLevel: number): void {
    moving();
    history.push({ search: addressOf({ seed: anySeed(), level: wantedLevel }) });
  }
  const isLost = status.state === 'failed' ? status.reason : undefined;

  return (
    <div className={`experiment ${css.room}`} aria-busy={busy !== undefined}>
      <header className={css.head}>
        <p className={css.number}>
          <Translate id="incident.number" values={{ seed, level: levels.find(({ number }) => number === level)!.name }}>
            {'Incident {seed} · {level}'}
          </Translate>
        </p>
        <div className={css.levels} role="group" aria-label={translate({ id: 'incident.levels', message: 'Level' })}>
          {levels.map(({ number, name, about }) => (
            <button
              key={number}
              type="button"
              title={about}
              aria-pressed={number === level}
              onClick={() => another(number)}
            >
              {name}
            </button>
          ))}
          <button type="button" className={css.next} onClick={() => another(level)}>
            <Translate id="incident.another">Another incident</Translate>
          </button>
        </div>
      </header>

      {refused && (
        <p className={css.notice} role="alert">
          <Translate id="incident.bad" values={refused}>
            {'{bad}: allowed is {allowed}. Another case stands here instead.'}
          </Translate>
        </p>
      )}
      {(failure ?? isLost) && (
        <p className={css.notice} role="alert">
          {failure ?? isLost}
        </p>
      )}

      <Case
        {...{ incident, printed, minutes, complaint }}
        isOpening={busy === 'opening'}
        isClosed={verdict !== undefined}
        onAsk={ask}
      >
        <noscript>
          <p className={css.hint}>
            <Translate id="incident.noscript">
              Without scripts this case is on paper: open what you would ask for, and the answer at the end.
            </Translate>
          </p>
          {room.printed.map((each) => (
            <details key={each.id}>
              <summary>
                {each.machine}# {each.command}
              </summary>
              <pre>{each.text}</pre>
            </details>
          ))}
          <details>
            <summary>
              <Translate id="incident.solution">What it was</Translate>
            </summary>
            <Solution solution={room.solution} />
          </details>
        </noscript>
      </Case>

      <div ref={end} className={css.end} role={verdict ? 'status' : undefined}>
        {verdict ? (
          <>
            <VerdictCard verdict={verdict} />
            <p className={css.levels}>
              <button type="button" className={css.next} onClick={() => another(level)}>
                <Translate id="incident.another">Another incident</Translate>
              </button>
            </p>
          </>
        ) : (
          <Answer key={`${seed} ${level}`} incident={incident} disabled={busy !== undefined} onAnswer={answer} />
        )}
      </div>
      <p className={css.cli}>
        <Translate id="incident.cli">The same case in a terminal:</Translate>{' '}
        <code>
          inflight incident --seed {seed} --level {level}
        </code>
      </p>
    </div>
  );
}
