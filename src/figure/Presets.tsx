import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Preset } from '../model/contract';
import { keepUnits } from '../text/units';
import css from './Presets.module.css';

interface PresetsProps {
  presets: readonly Preset[];
  chosen: Preset | undefined;
  onChoose: (preset: Preset) => void;
}

/** Named settings, with a word on what to look at. All notes share one place, so that choosing moves nothing. */
export function Presets({ presets, chosen, onChoose }: PresetsProps): ReactNode {
  return (
    <div className={css.presets}>
      <div
        className={css.presetRow}
        role="group"
        aria-label={translate({ id: 'figure.presets', message: 'Named settings' })}
      >
        {presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            className={css.preset}
            aria-pressed={preset === chosen}
            onClick={() => onChoose(preset)}
          >
            {preset.name}
          </button>
        ))}
      </div>
      <div className={css.notes}>
        {presets.map((preset) => (
          <p key={preset.id} className={css.note} data-shown={preset === chosen}>
            {keepUnits(preset.note)}
          </p>
        ))}
        <p className={css.note} data-shown={chosen === undefined}>
          <Translate id="figure.presets.own">Your own setting.</Translate>
        </p>
      </div>
    </div>
  );
}
