import Translate from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { Experiment } from '../model/contract';
import { usePersisted } from '../memory/persisted';
import { Popover, PopoverItem, useClosePopover } from '../ui/Popover';
import { codeOf } from './code/approval';
import { CompareItems } from './compare/Compare';
import { named } from './controls/named';
import { Icon } from './Icon';
import { addressOf, ownAddress } from './share/address';
import type { Figure } from './useExperiment';
import { CopyLink } from './share/CopyLink';
import type { CaptureOptions } from './share/capture';
import type { Format } from './share/download';
import { TakeAway } from './share/TakeAway';

const CaptureDialog = lazy(() => import('./share/CaptureDialog'));
const EmbedDialog = lazy(() => import('./share/EmbedDialog'));

export interface MoreProps {
  experiment: Experiment;
  figure: Figure;
  /** Does a link lead to the figure's own page? Otherwise to the page that it stands on. */
  toOwnPage: boolean;
  /** The element that holds the figure, and the part of it that holds the pictures. */
  frame: RefObject<HTMLElement | null>;
  pictures: RefObject<HTMLElement | null>;
  /** Can links and files be made of it? */
  isShared: boolean;
  canCompare: boolean;
  /** Plays its curves as sound; absent: there are none, or they are not to be known yet. */
  onListen: (() => void) | undefined;
}

function Listen({ onListen }: { onListen: () => void }): ReactNode {
  const close = useClosePopover();
  return (
    <PopoverItem
      onClick={() => {
        close();
        onListen();
      }}
    >
      <Translate id="figure.sound.open">Listen to a curve</Translate>
    </PopoverItem>
  );
}

function Named(): ReactNode {
  const [isNamed] = usePersisted(named);
  return (
    <PopoverItem aria-pressed={isNamed} onClick={() => named.set(!isNamed)}>
      <Translate id="figure.controls.named">Linux names for the controls</Translate>
    </PopoverItem>
  );
}

/** What is seldom wanted of a figure, behind one button. */
export function More(props: MoreProps): ReactNode {
  const { experiment, figure, toOwnPage, frame, pictures, isShared, canCompare, onListen } = props;
  const [embedding, setEmbedding] = useState(false);
  const [capturing, setCapturing] = useState(false);
  const { state } = figure;
  // a reader's code runs in the sandbox, which gives no files away
  const canCapture = experiment.points.length > 0 && codeOf(experiment) === undefined;
  const own = useBaseUrl(`/figures/${experiment.id}/`);
  const embed = useBaseUrl(`/embed/${experiment.id}/`);
  const script = useBaseUrl('/embed.js');

  const here = (path: string): string => new URL(path, window.location.href).href;
  const address = (): string =>
    toOwnPage
      ? ownAddress(here(own), experiment, figure.now())
      : addressOf(window.location.href, figure.name, experiment, figure.base, figure.now());

  async function take(format: Format): Promise<void> {
    const { download } = await import('./share/download');
    await download(format, {
      experiment,
      setting: state,
      address: address(),
      sentence: state.done.sentence,
      whole: figure.whole,
      frame: frame.current!,
      pictures: pictures.current!,
    });
  }

  async function capture(options: CaptureOptions): Promise<void> {
    const { downloadCapture } = await import('./share/capture');
    await downloadCapture(figure.runtime(), experiment, state, options);
  }

  return (
    <>
      <Popover
        label={
          <>
            <Icon name="more" />
            <span>
              <Translate id="figure.more">More</Translate>
            </span>
          </>
        }
      >
        {isShared && <CopyLink address={address} />}
        {canCompare && <CompareItems experiment={experiment} figure={figure} />}
        <Named />
        {onListen && <Listen onListen={onListen} />}
        {isShared && (
          <TakeAway
            onEmbed={() => setEmbedding(true)}
            onCapture={canCapture ? () => setCapturing(true) : undefined}
            onDownload={take}
          />
        )}
      </Popover>
      {capturing && (
        <Suspense>
          <CaptureDialog points={experiment.points} onCapture={capture} onClose={() => setCapturing(false)} />
        </Suspense>
      )}
      {embedding && (
        <Suspense>
          <EmbedDialog
            parameters={experiment.parameters}
            title={experiment.question}
            address={ownAddress(here(embed), experiment, figure.now())}
            script={here(script)}
            onClose={() => setEmbedding(false)}
          />
        </Suspense>
      )}
    </>
  );
}
