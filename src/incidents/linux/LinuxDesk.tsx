import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import type { DrawnIncident } from '../../labs/incidents/service';
import { Hosts } from '../../linux/Hosts';
import { Start } from '../../linux/Start';
import { Button } from '../../ui/Button';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { Settled } from '../steps/Settled';
import { StepTabs } from '../steps/StepTabs';
import { Suspects } from '../steps/Suspects';
import { LinuxDebrief } from './LinuxDebrief';
import { MeasureStep } from './MeasureStep';
import { useLinuxCall } from './useLinuxCall';
import css from '../IncidentRoom.module.css';

interface LinuxDeskProps {
  incident: DrawnIncident;
  onAnother: () => void;
}

/** A call on a real kernel: its steps, the terminals of its machine, and in the end the debrief. */
export function LinuxDesk({ incident, onAnother }: LinuxDeskProps): ReactNode {
  const call = useLinuxCall(incident);
  const { desk, course, verdict, isMeasuring, isOver } = call;
  const { state, bytes } = desk;
  const { suspects } = incident;
  const named = suspects.find(({ id }) => id === course.named.at(-1));

  // What is said of the call is above what was done.
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOver) end.current?.scrollIntoView({ block: 'start' });
  }, [isOver]);

  if (state.is !== 'on' && !isOver)
    return (
      <>
        <Text size="note">
          <Translate id="incident.linux.about">
            This call is on a real kernel: three hosts on which you are root, and one thing that is wrong. If you reload
            or close the page, the machine is gone, and the same call begins again.
          </Translate>
        </Text>
        <Start state={state} bytes={bytes} onStart={call.start} onStop={desk.stop} />
      </>
    );
  return (
    <>
      {isOver ? (
        <Stack gap={5} isFilled ref={end} className={css.end} role="status">
          <LinuxDebrief incident={incident} course={course}>
            <Button look="main" onClick={onAnother}>
              <Translate id="incident.another">Another incident</Translate>
            </Button>
          </LinuxDebrief>
        </Stack>
      ) : (
        <StepTabs
          steps={[
            {
              id: 'hypothesis',
              name: translate({ id: 'incident.hypothesis', message: 'Hypothesis' }),
              isDone: named !== undefined,
              panel: () => (
                <>
                  {named && <Settled cause={named.cause} />}
                  <Suspects suspects={suspects} settled={named?.id} isDisabled={isMeasuring} onSettle={call.name} />
                </>
              ),
            },
            {
              id: 'measure',
              name: translate({ id: 'incident.linux.measurement', message: 'Measurement' }),
              isDone: verdict?.is === 'solved',
              panel: () => <MeasureStep call={call} />,
            },
          ]}
        />
      )}
      {state.is === 'on' && <Hosts on={state} desk={desk} />}
    </>
  );
}
