import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Text } from '../../ui/Text';
import css from './Path.module.css';
import { type Reading, useReading } from './useReading';

export interface StepProps {
  minutes: number;
  /** `windows/why-slow`: how much of it was read is shown. */
  chapter?: string;
  children: ReactNode;
}

/** A step of a path; one that is a chapter says how far its reader has come. */
export default function Step({ minutes, chapter, children }: StepProps): ReactNode {
  const reading = useReading(chapter);
  const isDone = reading !== undefined && reading.read === reading.of;
  return (
    <li className={css.step}>
      {children}
      <Text as="small" size="note" tone={isDone ? 'good' : 'soft'} className="ui">
        {translate({ id: 'path.step.minutes', message: '{minutes}\u00a0min' }, { minutes })}
        {reading && reading.read > 0 && <> · {inWords(reading)}</>}
      </Text>
    </li>
  );
}

const inWords = ({ read, of }: Reading): string =>
  read === of
    ? translate({ id: 'path.step.done', message: '✓ read' })
    : translate({ id: 'path.step.begun', message: '{read} of {of} sections read' }, { read, of });
