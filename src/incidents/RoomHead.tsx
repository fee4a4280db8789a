import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button, Chip } from '../ui/Button';
import { Row } from '../ui/layout';
import { Text } from '../ui/Text';
import { levelsNow } from './linux/level';

interface RoomHeadProps {
  seed: number;
  level: number;
  kernel: string;
  /** Opens any other case of a level. */
  onAnother: (level: number) => void;
}

/** Which case it is, and the way to others. */
export function RoomHead({ seed, level, kernel, onAnother }: RoomHeadProps): ReactNode {
  const levels = levelsNow();
  return (
    <Row as="header" isCentred isApart>
      <Text size="note" tone="soft" isNumbers>
        <Translate
          id="incident.number"
          values={{ seed, level: levels.find(({ number }) => number === level)!.name, kernel }}
        >
          {'Incident {seed} · {level} · Linux {kernel}'}
        </Translate>
      </Text>
      <Row
        gap={3}
        role="group"
        aria-label={translate({ id: 'incident.levels', message: 'Level' })}
        data-only="screen scripts"
      >
        {levels.map(({ number, name, about }) => (
          <Chip key={number} isOn={number === level} title={about} onClick={() => onAnother(number)}>
            {name}
          </Chip>
        ))}
        <Button onClick={() => onAnother(level)}>
          <Translate id="incident.another">Another incident</Translate>
        </Button>
      </Row>
    </Row>
  );
}
