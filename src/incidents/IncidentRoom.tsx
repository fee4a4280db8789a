import clsx from 'clsx';
import { useHistory, useLocation } from '@docusaurus/router';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Translate from '@docusaurus/Translate';
import room from '@inflight/incidents.json';
import incidents from '@inflight/linux-incidents.json';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useRuntime } from '../figure/useRuntime';
import { drawIncident } from '../labs/incidents/draw';
import { yourKernel } from '../memory/kernel';
import { usePersisted } from '../memory/persisted';
import { USUAL } from '../model/kernels';
import { Button } from '../ui/Button';
import { Stack } from '../ui/layout';
import { Marked } from '../ui/Marked';
import { Notice, Panel } from '../ui/Panel';
import { Text } from '../ui/Text';
import { useNextFocus } from '../ui/useNextFocus';
import { addressOf, anySeed, type Wanted, wantedIn } from './address';
import type { Ask } from './call/useCall';
import { CallDesk } from './CallDesk';
import { Complaint } from './Complaint';
import { KERNEL, levelsNow, ON_LINUX } from './linux/level';
import { LinuxDesk } from './linux/LinuxDesk';
import { OnPaper } from './OnPaper';
import { RoomHead } from './RoomHead';
import { useCase } from './useCase';
import css from './IncidentRoom.module.css';
import wide from '../ui/wide.module.css';

const BUILT_IN: Wanted = { seed: room.incident.seed, level: room.incident.level };

/** One hidden fault, a shell on each machine, and somebody who waits for an answer. The models decide who is right. */
export default function IncidentRoom(): ReactNode {
  const { runtime, status } = useRuntime(false);
  const ask: Ask = useCallback(
    <T,>(question: string, args: object, signal?: AbortSignal) => runtime().ask(question, args, signal) as Promise<T>,
    [runtime],
  );
  const { incident, opened, isOpening, failure, open } = useCase(ask, room.incident);
  const history = useHistory();
  const { search } = useLocation();
  const { seed, level, kernel } = incident;
  const [yours] = usePersisted(yourKernel);
  const numbers = levelsNow().map(({ number }) => number);

  // The address leads: a link, the way back, and the buttons here all go by it. The built page knows none.
  const wanted = useIsBrowser() ? wantedIn(search, numbers) : null;
  const refused = wanted && 'bad' in wanted ? wanted : undefined;
  const next = wanted && !refused ? (wanted as Wanted) : { ...BUILT_IN, kernel: yours };
  const address = addressOf(next);
  const isOnLinux = next.level === ON_LINUX;
  const drawn = useMemo(() => (isOnLinux ? drawIncident(incidents, next.seed) : undefined), [isOnLinux, next.seed]);
  useEffect(() => {
    if (!refused && !isOnLinux && address !== addressOf(opened)) open(next);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the address changes
  }, [address]);

  // Until it is open, or if it can’t be, what stands here is another case than the address says.
  const isOther = !refused && !isOnLinux && address !== addressOf(opened);

  const complaint = useRef<HTMLParagraphElement>(null);
  const moving = useNextFocus(complaint, search);
  function another(wantedLevel: number): void {
    moving();
    const kernel = wantedLevel === ON_LINUX ? USUAL : yours;
    history.push({ search: addressOf({ seed: anySeed(), level: wantedLevel, kernel }) });
  }
  const isLost = status.state === 'failed' ? status.reason : undefined;

  return (
    <Stack as={Panel} gap={5} isFilled className={clsx('experiment ui', wide.wide, css.room)} aria-busy={isOpening}>
      <RoomHead
        {...(drawn ? { seed: next.seed, level: ON_LINUX, kernel: KERNEL } : { seed, level, kernel })}
        onAnother={another}
      />

      {refused && (
        <Notice tone="bad">
          <Translate id="incident.bad" values={refused}>
            {'There is no case with {bad}. Allowed: {allowed}. Here’s another one instead.'}
          </Translate>
        </Notice>
      )}
      {!drawn && (failure ?? isLost) && (
        <Notice tone="bad">
          {failure ?? isLost}{' '}
          {isOther && (
            <Button onClick={() => open(next)}>
              <Translate id="incident.again">Try again</Translate>
            </Button>
          )}
        </Notice>
      )}

      <blockquote className={css.complaint} data-busy={isOther}>
        <Text size="lead" isProse ref={complaint} tabIndex={-1}>
          {drawn ? <Marked text={drawn.complaint} /> : <Complaint incident={incident} />}
        </Text>
      </blockquote>

      {drawn ? (
        <LinuxDesk key={next.seed} incident={drawn} onAnother={() => another(ON_LINUX)} />
      ) : (
        // While another case is opened, a line typed here would be this one’s.
        <div inert={isOther} className={css.desk}>
          <CallDesk
            key={addressOf(opened)}
            incident={incident}
            opened={opened}
            known={incident === room.incident ? room.paper.printed : []}
            ask={ask}
            onAnother={() => another(level)}
          />
        </div>
      )}
      <OnPaper room={room} />
    </Stack>
  );
}
