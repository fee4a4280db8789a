import clsx from 'clsx';
import { useHistory, useLocation } from '@docusaurus/router';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Translate, { translate } from '@docusaurus/Translate';
import room from '@inflight/incidents.json';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRuntime } from '../figure/useRuntime';
import { Button, Chip } from '../ui/Button';
import { Row, Stack } from '../ui/layout';
import { Notice, Panel } from '../ui/Panel';
import { Text } from '../ui/Text';
import { useNextFocus } from '../ui/useNextFocus';
import { addressOf, anySeed, type Wanted, wantedIn } from './address';
import { Answer } from './Answer';
import { Case } from './Case';
import { useIncident } from './useIncident';
import { Solution, VerdictCard } from './VerdictCard';
import css from './IncidentRoom.module.css';

/** One hidden fault, the tools, and somebody who waits for an answer. The models decide who is right. */
export default function IncidentRoom(): ReactNode {
  const { runtime, status } = useRuntime(false);
  const { incident, printed, minutes, verdict, busy, failure, open, ask, prepare, answer } = useIncident(room, runtime);
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
    <Stack as={Panel} gap={5} isFilled className={clsx('experiment ui', css.room)} aria-busy={busy !== undefined}>
      <Row as="header" isCentred isApart>
        <Text size="note" tone="soft" isNumbers>
          <Translate id="incident.number" values={{ seed, level: levels.find(({ number }) => number === level)!.name }}>
            {'Incident {seed} · {level}'}
          </Translate>
        </Text>
        <Row
          gap={3}
          role="group"
          aria-label={translate({ id: 'incident.levels', message: 'Level' })}
          data-only="screen scripts"
        >
          {levels.map(({ number, name, about }) => (
            <Chip key={number} isOn={number === level} title={about} onClick={() => another(number)}>
              {name}
            </Chip>
          ))}
          <Button onClick={() => another(level)}>
            <Translate id="incident.another">Another incident</Translate>
          </Button>
        </Row>
      </Row>

      {refused && (
        <Notice tone="bad">
          <Translate id="incident.bad" values={refused}>
            {'There is no case with {bad}. Allowed: {allowed}. Here’s another one instead.'}
          </Translate>
        </Notice>
      )}
      {(failure ?? isLost) && <Notice tone="bad">{failure ?? isLost}</Notice>}

      <Case
        {...{ incident, printed, minutes, complaint }}
        isOpening={busy === 'opening'}
        isBusy={busy === 'opening' || busy === 'probe'}
        isClosed={verdict !== undefined}
        onAsk={ask}
      >
        <noscript>
          <Text size="note" tone="soft">
            <Translate id="incident.noscript">
              Without JavaScript, this case is on paper. Open what you’d ask for, and the answer at the end.
            </Translate>
          </Text>
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

      <Stack gap={5} isFilled ref={end} className={css.end} role={verdict ? 'status' : undefined} data-only="scripts">
        {verdict ? (
          <>
            <VerdictCard verdict={verdict} />
            <p data-only="screen">
              <Button look="main" onClick={() => another(level)}>
                <Translate id="incident.another">Another incident</Translate>
              </Button>
            </p>
          </>
        ) : (
          <Answer
            key={`${seed} ${level}`}
            incident={incident}
            disabled={busy === 'opening'}
            isJudging={busy === 'verdict'}
            isLoading={status.state === 'loading'}
            onBegin={prepare}
            onAnswer={answer}
          />
        )}
      </Stack>
      <Text size="note" tone="soft">
        <Translate id="incident.cli">The same case in a terminal:</Translate>{' '}
        <code>
          inflight incident --seed {seed} --level {level}
        </code>
      </Text>
    </Stack>
  );
}
