import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Incident, Printed } from '../model/contract';
import { Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import css from './IncidentRoom.module.css';
import { Complaint } from './Complaint';
import { Output } from './Output';
import { Probes } from './Probes';

interface CaseProps {
  incident: Incident;
  printed: readonly Printed[];
  minutes: number;
  isOpening: boolean;
  /** The model is at work. */
  isBusy: boolean;
  /** Nothing more can be asked. */
  isClosed: boolean;
  onAsk: (probe: string) => void;
  complaint?: RefObject<HTMLParagraphElement | null>;
  /** Of the level at which it stands on its page. */
  heading?: 'h2' | 'h3';
  /** Below what was printed. */
  children?: ReactNode;
}

/** The complaint, all that can be asked, and what was printed. */
export function Case(props: CaseProps): ReactNode {
  const {
    incident,
    printed,
    minutes,
    isOpening,
    isBusy,
    isClosed,
    onAsk,
    complaint,
    heading: Heading = 'h2',
    children,
  } = props;
  const log = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Within the terminal: the page stays where it is.
    const last = log.current?.lastElementChild;
    if (last instanceof HTMLElement) log.current!.parentElement!.scrollTop = last.offsetTop - log.current!.offsetTop;
  }, [printed.length]);

  return (
    <>
      <blockquote className={css.complaint} data-busy={isOpening}>
        <Text size="lead" isProse ref={complaint} tabIndex={-1}>
          <Complaint incident={incident} />
        </Text>
      </blockquote>

      <div className={css.desk}>
        <Stack gap={3} isFilled className={css.menu} data-only="scripts">
          <Text as={Heading} size="ui">
            <Translate id="incident.ask">Ask</Translate>
          </Text>
          <Text size="note" tone="soft" isNumbers role="status">
            {isBusy
              ? translate({ id: 'incident.opening', message: 'Running the model …' })
              : translate({ id: 'incident.minutes', message: 'Minutes spent: {minutes}' }, { minutes })}
          </Text>
          <Probes
            key={`${incident.seed} ${incident.level}`}
            incident={incident}
            asked={new Set(printed.map(({ id }) => id))}
            disabled={isOpening || isClosed}
            onAsk={onAsk}
          />
        </Stack>
        {/* It is scrolled, and so by keys as well. */}
        <section
          className={css.terminal}
          aria-label={translate({ id: 'incident.terminal', message: 'Terminal' })}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          data-empty={printed.length === 0}
        >
          <Stack gap={5} isFilled ref={log}>
            {printed.map((each, place) => (
              <Output key={`${place} ${each.id}`} printed={each} />
            ))}
          </Stack>
          {printed.length === 0 && (
            <Text size="note" tone="soft" data-only="scripts">
              <Translate id="incident.empty">
                The output of your commands appears here. Every command costs time, and more on the other machine.
              </Translate>
            </Text>
          )}
          {children}
        </section>
      </div>
    </>
  );
}
