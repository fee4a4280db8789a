import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Preset } from '../model/contract';
import { keepUnits } from '../text/units';
import { Chip } from '../ui/Button';
import { Row, Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import { Room } from './Room';

interface PresetsProps {
  presets: readonly Preset[];
  chosen: Preset | undefined;
  onChoose: (preset: Preset) => void;
}

/** Named settings, with a word on what to look at. */
export function Presets({ presets, chosen, onChoose }: PresetsProps): ReactNode {
  return (
    <Stack gap={3}>
      <Row
        gap={3}
        role="group"
        aria-label={translate({ id: 'figure.presets', message: 'Named settings' })}
        data-only="screen"
      >
        {presets.map((preset) => (
          <Chip key={preset.id} isOn={preset === chosen} onClick={() => onChoose(preset)}>
            {preset.name}
          </Chip>
        ))}
      </Row>
      <Text as={Room} tone="soft" texts={presets.map(({ note }) => note)}>
        {chosen ? keepUnits(chosen.note) : <Translate id="figure.presets.own">Your own setting.</Translate>}
      </Text>
    </Stack>
  );
}
