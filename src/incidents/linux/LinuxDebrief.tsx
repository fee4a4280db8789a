import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import incidents from '@inflight/linux-incidents.json';
import type { ReactNode } from 'react';
import type { DrawnIncident } from '../../labs/incidents/service';
import { Bullets, Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import { Score } from '../debrief/Score';
import { type Course, gradeOf } from './grade';
import debrief from '../debrief/Debrief.module.css';

interface LinuxDebriefProps {
  incident: DrawnIncident;
  course: Course;
  /** Where to go from here. */
  children: ReactNode;
}

/** Scripts run a command on a host; here it has the prompt of its terminal. */
const onHosts = (script: string): string => script.replace(/^on (\w+) /gm, '$1# ');

/** What the call was worth, what it was, which commands made, show and repair it. */
export function LinuxDebrief({ incident, course, children }: LinuxDebriefProps): ReactNode {
  const { fault, falseLeads } = incident;
  const chapter = incidents.chapters[fault.chapter]!;
  return (
    <Stack gap={6} isFilled>
      <Stack gap={4} isFilled>
        <Score debrief={gradeOf(course, fault.id)} />
      </Stack>
      <Text isProse>
        <b>
          <Marked text={fault.cause} />.
        </b>{' '}
        <Marked text={fault.explanation} />{' '}
        <Translate id="linux.labs.chapter" values={{ chapter: <Link to={chapter.to}>{chapter.label}</Link> }}>
          {'The chapter: {chapter}'}
        </Translate>
      </Text>
      <Commands title={<Translate id="incident.linux.made">What made it</Translate>} lines={onHosts(fault.made)} />
      <Stack isFilled>
        <Commands
          title={<Translate id="incident.linux.shows">What shows it</Translate>}
          lines={`${fault.proof.host}# ${fault.proof.command}`}
        />
        <Text isProse>
          <Marked text={fault.proof.see} />
        </Text>
      </Stack>
      <Commands
        title={<Translate id="incident.linux.repairs">What repairs it</Translate>}
        lines={fault.remedy.map(([host, line]) => `${host}# ${line}`).join('\n')}
      />
      <Stack isFilled>
        <Text as="h2" size="body">
          <Translate id="incident.linux.harmless">What looked odd and did no harm</Translate>
        </Text>
        <Bullets>
          {falseLeads.map(({ explanation }) => (
            <li key={explanation}>
              <Marked text={explanation} />
            </li>
          ))}
        </Bullets>
      </Stack>
      <Row gap={3} isCentred data-only="screen">
        {children}
      </Row>
    </Stack>
  );
}

const Commands = ({ title, lines }: { title: ReactNode; lines: string }): ReactNode => (
  <Stack isFilled>
    <Text as="h2" size="body">
      {title}
    </Text>
    <pre className={clsx(debrief.output, debrief.commands)}>{lines}</pre>
  </Stack>
);
