import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Level } from '../model/questions';
import { levelInWords } from '../practice/cards/words';
import { Stack } from '../ui/layout';
import css from './Running.module.css';

/** Stands where a card has its question. */
export const IncidentHead = ({ level, as: Tag }: { level: Level; as: 'h2' | 'h3' }): ReactNode => (
  <Stack gap={2} isFilled>
    <small>
      <Translate id="interview.incident.kind" values={{ level: levelInWords(level) }}>
        {'Incident · {level}'}
      </Translate>
    </small>
    <Tag className={css.followUp}>
      <Translate id="interview.incident.head">You’re on call</Translate>
    </Tag>
  </Stack>
);
