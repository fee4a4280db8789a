import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Experiment, Params } from '../../model/contract';
import { USUAL } from '../../model/kernels';
import { PopoverGroup, PopoverItem, useClosePopover } from '../../ui/Popover';
import { Text } from '../../ui/Text';
import { showsOthers } from '../../views/draw';
import { formatShare } from '../../views/format';
import { differences } from '../messages';
import type { Figure } from '../useExperiment';
import type { Linux } from './useLinux';
import { SEEDS } from './useSeeds';

interface CompareProps {
  experiment: Experiment;
  figure: Figure;
  /** Of the view. */
  kind: string;
  /** How many of the seeds are done. */
  seeds: number;
  linux: Linux | undefined;
}

/** Is chance at work? Then other seeds give other runs. */
const hasChance = ({ parameters }: Experiment, params: Params): boolean =>
  parameters.some((parameter) => parameter.kind === 'number' && parameter.chance && params[parameter.name] !== 0);

/** What a run can be laid beside: one that is kept, the same with other seeds, the kernel's. */
export function CompareItems({ experiment, figure }: Pick<CompareProps, 'experiment' | 'figure'>): ReactNode {
  const { look, state } = figure;
  const { params, seed } = state;
  const close = useClosePopover();
  // What is compared is in the picture, and the list is out of its way.
  const show: Figure['show'] = (change) => {
    close();
    figure.show(change);
  };
  const chance = hasChance(experiment, params);
  const recorded = figure.recording !== undefined;
  return (
    <PopoverGroup label={translate({ id: 'figure.compare', message: 'Compare' })}>
      <PopoverItem onClick={() => show({ pin: look.pin ? undefined : { params, seed } })}>
        {look.pin ? (
          <Translate id="figure.compare.unpin">Drop A</Translate>
        ) : (
          <Translate id="figure.compare.pin">Keep as A</Translate>
        )}
      </PopoverItem>
      {(chance || look.band) && (
        <PopoverItem aria-pressed={look.band} onClick={() => show({ band: !look.band })}>
          <Translate id="figure.compare.band" values={{ count: SEEDS }}>
            {'{count} seeds'}
          </Translate>
        </PopoverItem>
      )}
      {(recorded || look.linux) && (
        <PopoverItem aria-pressed={look.linux} onClick={() => show({ linux: !look.linux })}>
          <Translate id="figure.compare.linux">Linux’s curve</Translate>
        </PopoverItem>
      )}
    </PopoverGroup>
  );
}

/** What rounds to nothing has no sign. */
const signed = (share: number): string => {
  const said = formatShare(share);
  return (share > 0 && said !== formatShare(0) ? '+' : '') + said;
};

/** In words what lies beside the run. */
export function Compared({ experiment, figure, kind, seeds, linux }: CompareProps): ReactNode {
  const { look, state } = figure;
  if (!look.pin && !look.band && !look.linux) return null;
  return (
    <Text as="ul" size="note" tone="soft">
      {look.pin && (
        <li data-role="pinned">
          <b>A</b> {differences(experiment, look.pin, state)}
          {!showsOthers(kind) && (
            <>
              {' '}
              <Translate id="figure.compare.notHere">(not drawn in this view)</Translate>
            </>
          )}
        </li>
      )}
      {look.band && (
        <li data-role="band">
          <Translate id="figure.compare.bandDone" values={{ done: seeds, count: SEEDS }}>
            {'Band: 10th to 90th percentile, {done} of {count} seeds.'}
          </Translate>
        </li>
      )}
      {look.linux && (
        <li data-role="kernel">
          {figure.recording ? (
            linux && (
              <Translate
                id="figure.compare.linuxErrors"
                values={{
                  kernel: USUAL,
                  errors: linux.comparison.metrics
                    .filter(({ bound, error }) => bound !== null && error !== null)
                    .map(({ metric, error }) => `${metric.replaceAll('_', ' ')} ${signed(error!)}`)
                    .join(', '),
                }}
              >
                {'Dashed: Linux {kernel}, recorded on this path. How far off the model is: {errors}.'}
              </Translate>
            )
          ) : (
            <Translate id="figure.compare.notRecorded" values={{ kernel: USUAL }}>
              {'This is of Linux {kernel}, on the presets’ paths only, and the figure isn’t at one of them.'}
            </Translate>
          )}
        </li>
      )}
    </Text>
  );
}
